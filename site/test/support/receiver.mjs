// An analyst's address: takes what is posted to it, as a server on another origin does.
import { serverOf } from "../../../jsbridge/npm/test/tools.mjs";

/**
 * Listens on loopback. `posts` grows with {path, headers, body}; `answer(path)` gives the status, 201 if it is left
 * out, or [status, object], which is sent as JSON. `said()` gives the same for who asks about an invitation, undefined
 * for a server that cannot be asked; `asked` grows with the headers of who does. Preflights are answered as any such
 * server must.
 */
export async function receiver(answer = () => 201, said = () => undefined) {
  const posts = [];
  const asked = [];
  const { at, close } = await serverOf(async (request, response) => {
    response.setHeader("Access-Control-Allow-Origin", "*");
    response.setHeader("Access-Control-Allow-Headers", "content-type, authorization");
    if (request.method === "OPTIONS") return response.writeHead(204).end();
    if (request.method === "GET") {
      asked.push({ path: request.url, headers: request.headers });
      const [status, text] = said() ?? [404, undefined];
      return response.writeHead(status, { "Content-Type": "application/json" }).end(text && JSON.stringify(text));
    }
    let body = "";
    for await (const part of request) body += part;
    const [status, text] = [await answer(request.url)].flat();
    posts.push({ path: request.url, headers: request.headers, body });
    if (status === 302) response.setHeader("Location", "/elsewhere");
    response.writeHead(status).end(text && JSON.stringify(text));
  });
  return { url: `${at}/`, posts, asked, close };
}

// An analyst's address: takes what is posted to it, as a server on another origin does.
import http from "node:http";

/**
 * Listens on loopback. `posts` grows with {path, headers, body}; `answer(path)` gives the status, 201 if it is left out.
 * Preflights are answered as any such server must.
 */
export async function receiver(answer = () => 201) {
  const posts = [];
  const server = http.createServer(async (request, response) => {
    response.setHeader("Access-Control-Allow-Origin", "*");
    response.setHeader("Access-Control-Allow-Headers", "content-type, authorization");
    if (request.method === "OPTIONS") return response.writeHead(204).end();
    let body = "";
    for await (const part of request) body += part;
    const status = await answer(request.url);
    posts.push({ path: request.url, headers: request.headers, body });
    if (status === 302) response.setHeader("Location", "/elsewhere");
    response.writeHead(status).end();
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    posts,
    close: () => new Promise((resolve) => server.close(resolve) && server.closeAllConnections()),
  };
}

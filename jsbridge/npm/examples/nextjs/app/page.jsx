import { Owner } from "./owner.jsx";

// A server component. Next.js renders the client component below on the server, too, and imports privadapt there.
export default function Page() {
  return (
    <main>
      <h1>privadapt with Next.js</h1>
      <Owner />
    </main>
  );
}

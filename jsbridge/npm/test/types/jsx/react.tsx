// React's markup takes the element with its attributes and events, and nothing else by its name.
import type {} from "privadapt/react";

export const right = (
  <private-adapt
    host="https://adapt.example.org/"
    source="https://example.org/sample.csv"
    label="price"
    epsilon-max={1}
    date-order="sold=dmy"
    all-columns
    required
    className="wide"
    onrelease={({ detail }) => console.log(detail.release.certificate.epsilon, detail.text)}
    onerror={({ detail }) => console.log(detail.code)}
  />
);
// @ts-expect-error: labels are wished for or required
export const wrong = <private-adapt labels="perhaps" />;
// @ts-expect-error: columns are named in a text
export const listed = <private-adapt ignore={["id", "notes"]} />;
// @ts-expect-error: there is no such attribute
export const unknown = <private-adapt epsilonMax="1" />;

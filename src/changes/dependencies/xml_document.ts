/**
 * Parsing XML into plain elements. Entities of a document type are never expanded: a text that uses
 * one is not parsed.
 *
 * @module
 */

import { SaxesParser } from "saxes";

/** An element: name without prefix, attributes, the text directly inside, and the elements inside. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  text: string;
  readonly children: XmlElement[];
}

/** No manifest has as many. */
const MOST_ELEMENTS = 200_000;

/** The root element; throws on anything that is not well-formed. */
export function parseXml(text: string): XmlElement {
  const parser = new SaxesParser();
  let root: XmlElement | undefined;
  const open: XmlElement[] = [];
  let count = 0;
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", (tag) => {
    if (++count > MOST_ELEMENTS) throw new SyntaxError(`More than ${MOST_ELEMENTS} elements`);
    const element: XmlElement = {
      name: tag.name.slice(tag.name.indexOf(":") + 1),
      attributes: new Map(Object.entries(tag.attributes)),
      text: "",
      children: [],
    };
    open.at(-1)?.children.push(element);
    root ??= element;
    open.push(element);
  });
  parser.on("closetag", () => {
    open.pop();
  });
  const append = (part: string): void => {
    const element = open.at(-1);
    if (element !== undefined) element.text += part;
  };
  parser.on("text", append);
  parser.on("cdata", append);
  parser.write(text).close();
  if (root === undefined) throw new SyntaxError("The document has no element");
  return root;
}

/** The first element of that name inside. */
export function child(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((candidate) => candidate.name === name);
}

/** Text of the first element of that name inside, without blanks around; undefined without one. */
export function childText(element: XmlElement | undefined, name: string): string | undefined {
  return child(element, name)?.text.trim();
}

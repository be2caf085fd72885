// SPDX-License-Identifier: Apache-2.0

import type { Element, Root } from 'hast';
import { toString as toText } from 'hast-util-to-string';
import rehypeSlug from 'rehype-slug';
import rehypeStringify from 'rehype-stringify';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { SKIP, visit } from 'unist-util-visit';

/** Runs while the pages are built (`.server.ts`): browsers get the markup and never a Markdown parser. */

export interface Heading {
  id: string;
  text: string;
}

export interface RenderedText {
  html: string;
  /** The chapters (h2), for the table of contents. */
  headings: readonly Heading[];
  words: number;
}

/** Replaces {product} with the product's name after parsing: a name may hold characters that Markdown would interpret. */
function nameProduct(brand: string) {
  return () => (tree: Root) => {
    visit(tree, 'text', (node) => {
      node.value = node.value.replaceAll('{product}', brand);
    });
  };
}

/** Wide tables scroll on their own, by keyboard too, instead of widening the page on a phone. */
function frameTables() {
  return (tree: Root) => {
    visit(tree, 'element', (node, index, parent) => {
      if (node.tagName !== 'table' || index === undefined || !parent) return;
      const header = parent.children
        .slice(0, index)
        .findLast((child): child is Element => child.type === 'element' && /^h[23]$/.test(child.tagName));
      const frame: Element = {
        type: 'element',
        tagName: 'div',
        properties: {
          className: ['table-frame'],
          tabIndex: 0,
          role: 'region',
          ariaLabel: header ? `Table: ${toText(header)}` : 'Table',
        },
        children: [node],
      };
      parent.children.splice(index, 1, frame);
      return SKIP;
    });
  };
}

function getChapters(tree: Root): Heading[] {
  const headings: Heading[] = [];
  visit(tree, 'element', (node) => {
    if (node.tagName !== 'h2') return;
    headings.push({ id: String(node.properties.id), text: toText(node) });
  });
  return headings;
}

/** After a link to a chapter was followed, the keyboard continues from that chapter. */
function letChaptersHaveFocus() {
  return (tree: Root) => {
    visit(tree, 'element', (node) => {
      if (node.tagName === 'h2') node.properties.tabIndex = -1;
    });
  };
}

/** Counts the words of the text, without the Markdown around them. */
function countWords(tree: Root): number {
  let words = 0;
  visit(tree, 'text', ({ value }) => {
    words += value.split(/\s+/).filter((part) => /[\p{L}\p{N}]/u.test(part)).length;
  });
  return words;
}

/** Renders Markdown, with the product's name in place of {product}. */
export function renderText(source: string, brand: string): RenderedText {
  const processor = unified()
    .use(remarkParse)
    .use(remarkGfm)
    .use(remarkRehype)
    .use(nameProduct(brand))
    .use(rehypeSlug)
    .use(letChaptersHaveFocus)
    .use(frameTables)
    .use(rehypeStringify);
  const tree = processor.runSync(processor.parse(source));
  return { html: processor.stringify(tree), headings: getChapters(tree), words: countWords(tree) };
}

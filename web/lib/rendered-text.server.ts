// SPDX-License-Identifier: Apache-2.0

import GithubSlugger from 'github-slugger';
import { Marked, Renderer, type Token, type Tokens } from 'marked';

/** Runs during the build (`.server.ts`). Browsers get the markup and never load a Markdown parser. */

export interface Heading {
  id: string;
  text: string;
}

export interface RenderedText {
  html: string;
  /** Chapters (h2), for the table of contents. */
  headings: readonly Heading[];
  words: number;
}

const toHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const countWords = (text: string) => text.split(/\s+/).filter((part) => /[\p{L}\p{N}]/u.test(part)).length;

/** Counts only leaves: a paragraph would repeat the words of its parts. */
const isLeaf = (token: Token): token is Tokens.Text | Tokens.Codespan | Tokens.Code =>
  ['text', 'escape', 'codespan', 'code'].includes(token.type) && !('tokens' in token && token.tokens);

/** Renders Markdown with the product's name in place of {product}. Drops raw HTML. */
export function renderText(source: string, brand: string): RenderedText {
  const slugger = new GithubSlugger();
  const headings: Heading[] = [];
  let words = 0;
  let lastHeading = '';
  const marked = new Marked({
    walkTokens(token) {
      if (!isLeaf(token)) return;
      // After parsing, because a name may contain characters that Markdown would interpret.
      token.text = token.text.replaceAll('{product}', brand);
      words += countWords(token.text);
    },
    renderer: {
      html: () => '',
      // Wide tables scroll separately, also by keyboard, instead of widening the page on a phone.
      table(token) {
        const name = lastHeading === '' ? 'Table' : `Table: ${lastHeading}`;
        const table = Renderer.prototype.table.call(this, token);
        return `<div class="table-frame" tabindex="0" role="region" aria-label="${toHtml(name)}">${table}</div>\n`;
      },
      heading({ depth, tokens }) {
        const text = this.parser.parseInline(tokens, this.parser.textRenderer);
        const id = slugger.slug(text);
        if (depth === 2) headings.push({ id, text });
        if (depth === 2 || depth === 3) lastHeading = text;
        // Makes chapters focusable, so that the keyboard continues there after a link to a chapter.
        const focus = depth === 2 ? ' tabindex="-1"' : '';
        return `<h${depth} id="${toHtml(id)}"${focus}>${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
    },
  });
  return { html: marked.parse(source, { async: false }), headings, words };
}

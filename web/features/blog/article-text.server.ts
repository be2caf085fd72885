// SPDX-License-Identifier: Apache-2.0

import { type RenderedText, renderText } from '../../lib/rendered-text.server.ts';

const sources = import.meta.glob<string>('./articles/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** @returns undefined if there is no text of that name */
export function articleText(slug: string, brand: string): RenderedText | undefined {
  const source = sources[`./articles/${slug}.md`];
  return source === undefined ? undefined : renderText(source, brand);
}

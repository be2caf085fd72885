// SPDX-License-Identifier: Apache-2.0

/**
 * Lines of a file of codes, to be corrected and imported again, in the file's order and after its heading.
 * @param lines as counted by an import's report, from 1
 */
export function pickLines(text: string, lines: readonly number[]): string {
  const all = text.split(/\r\n|\n|\r/);
  const wanted = new Set(lines);
  // Like the import: the first line that is not empty is the heading, if it mentions codes.
  const first = all.findIndex((line) => line.trim() !== '');
  if (/\bcodes?\b|\bhash ?code\b/i.test(all[first] ?? '')) wanted.add(first + 1);
  const picked = all.filter((_, index) => wanted.has(index + 1));
  return `${picked.join('\n')}\n`;
}

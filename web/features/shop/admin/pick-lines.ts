// SPDX-License-Identifier: Apache-2.0

/**
 * Lines of a file of codes, to be mended and imported again, in the file's order and behind its heading.
 * @param lines as a report of an import counts them, from 1
 */
export function pickLines(text: string, lines: readonly number[]): string {
  const all = text.split(/\r\n|\n|\r/);
  const wanted = new Set(lines);
  // As the import reads it: the first line with anything in it is the heading, where it speaks of codes.
  const first = all.findIndex((line) => line.trim() !== '');
  if (/\bcodes?\b|\bhash ?code\b/i.test(all[first] ?? '')) wanted.add(first + 1);
  const picked = all.filter((_, index) => wanted.has(index + 1));
  return `${picked.join('\n')}\n`;
}

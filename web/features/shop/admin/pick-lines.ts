// SPDX-License-Identifier: Apache-2.0

/**
 * Picks lines of a code file, so that they can be corrected and imported again: in file order, after the heading.
 * @param lines as numbered in the import's report, from 1
 * @param headingLine also from the report; null if the file has no heading
 */
export function pickLines(text: string, lines: readonly number[], headingLine: number | null): string {
  const wanted = new Set(lines);
  const picked = text.split(/\r\n|\n|\r/).filter((line, index) => {
    // A line that names the separator comes before the heading.
    const isHead = index + 1 <= (headingLine ?? 0) || (index === 0 && /^"?sep=/.test(line));
    return wanted.has(index + 1) || (isHead && line.trim() !== '');
  });
  return `${picked.join('\n')}\n`;
}

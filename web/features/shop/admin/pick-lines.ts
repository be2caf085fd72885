// SPDX-License-Identifier: Apache-2.0

/**
 * Lines of a file of codes, to be corrected and imported again, in the file's order and after its heading.
 * @param lines as counted by an import's report, from 1
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

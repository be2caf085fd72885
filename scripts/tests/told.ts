// SPDX-License-Identifier: Apache-2.0

/** What the reporters of Vitest and Playwright tell the process that started them. */
export type Told =
  | { kind: 'total'; units: number }
  /** A part that has ended, by a name that it has in every run. */
  | { kind: 'unit'; name: string; seconds: number }
  | { kind: 'passed'; flaky?: string }
  | { kind: 'failed'; title: string; message: string };

const maxLines = 12;

/** Tells the parent process; without one, for a reporter that was started by hand, it does nothing. */
export function tell(told: Told): void {
  process.send?.(told);
}

/** The first lines of a text, without colours. */
export function toMessage(text: string | undefined, lines = maxLines): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours of a terminal begin with one
  const plain = (text ?? 'no message').replaceAll(/\x1b\[[0-9;]*m/g, '');
  return plain.split('\n').slice(0, lines).join('\n');
}

// SPDX-License-Identifier: Apache-2.0

/** Messages from the reporters of Vitest and Playwright to the parent process. */
export type Message =
  | { kind: 'total'; units: number }
  /** A part has ended; its name is the same in every run. */
  | { kind: 'unit'; name: string; seconds: number }
  /** `flaky`: its first try failed. */
  | { kind: 'passed'; flaky?: { title: string; message: string } }
  | { kind: 'failed'; title: string; message: string };

const maxLines = 12;

/** Sends a message to the parent process. Does nothing if the reporter was started by hand. */
export function send(message: Message): void {
  process.send?.(message);
}

/** The first lines of a text, without colours. */
export function toMessage(text: string | undefined, lines = maxLines): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours of a terminal begin with one
  const plain = (text ?? 'no message').replaceAll(/\x1b\[[0-9;]*m/g, '');
  return plain.split('\n').slice(0, lines).join('\n');
}

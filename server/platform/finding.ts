// SPDX-License-Identifier: Apache-2.0

/** What a check of the installation found, for `finalring doctor`. */
export interface Finding {
  /** What was looked at: `database`, `google`. */
  about: string;
  /** `look`: it works, and somebody should have a look. `wrong`: something does not work, or will not. */
  state: 'ok' | 'look' | 'wrong';
  says: string;
  /** What to do; of all but `ok`. */
  advice?: string;
}

/** The findings of one thing that is looked at. */
export function findingsAbout(about: string) {
  return {
    ok: (says: string): Finding => ({ about, state: 'ok', says }),
    look: (says: string, advice: string): Finding => ({ about, state: 'look', says, advice }),
    wrong: (says: string, advice: string): Finding => ({ about, state: 'wrong', says, advice }),
  };
}

/** Why something did not answer, in a few words without anything secret. */
export function describeSilence(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer';
  if (error.name === 'TimeoutError') return 'no answer in time';
  const { code } = ((error.cause ?? error) as { code?: string }) ?? {};
  return code ? `no connection (${code})` : 'no connection';
}

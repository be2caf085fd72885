// SPDX-License-Identifier: Apache-2.0

/** The result of a check of the installation, for `finalring doctor`. */
export interface Finding {
  /** The subject of the check: `database`, `google`. */
  about: string;
  /** `look`: it works, but an operator should check it. `wrong`: something does not work, or soon will not. */
  state: 'ok' | 'look' | 'wrong';
  says: string;
  /** The fix; always set except for `ok`. */
  advice?: string;
}

/** Makes the findings about one subject. */
export function findingsAbout(about: string) {
  return {
    ok: (says: string): Finding => ({ about, state: 'ok', says }),
    look: (says: string, advice: string): Finding => ({ about, state: 'look', says, advice }),
    wrong: (says: string, advice: string): Finding => ({ about, state: 'wrong', says, advice }),
  };
}

/** Why a service did not answer, in a few words and without secrets. */
export function describeSilence(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer';
  if (error.name === 'TimeoutError') return 'no answer in time';
  const { code } = ((error.cause ?? error) as { code?: string }) ?? {};
  return code ? `no connection (${code})` : 'no connection';
}

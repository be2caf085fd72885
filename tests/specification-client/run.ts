// SPDX-License-Identifier: Apache-2.0

import { adminCalls } from './admin-calls.ts';
import { chains } from './chains.ts';
import { playerCalls } from './player-calls.ts';
import { promotionCalls } from './promotion-calls.ts';
import { refusedWords } from './refused-words.ts';
import type { Visit } from './visit.ts';

export interface Tried {
  what: string;
  /** Undefined if it worked. */
  fault: string | undefined;
}

/** Tries every call of section 7 and whole chains of them, continues after failures, and reports each outcome. */
export async function runSpecificationClient(visit: Visit): Promise<Tried[]> {
  // Administrators first: one of their calls gives the player coins.
  const { 'DELETE /super-admin/delete-user/{id}': deletion, ...rest } = adminCalls(visit);
  const steps = {
    ...rest,
    ...playerCalls(visit),
    ...promotionCalls(visit),
    ...refusedWords(visit),
    ...(deletion && { 'DELETE /super-admin/delete-user/{id}': deletion }),
  };
  const tried: Tried[] = [];
  for (const [what, step] of Object.entries(steps)) tried.push(await tryOne(what, step));
  // Each chain has its own players. Some wait for jobs that run once a minute.
  const ended = Object.entries(chains(visit)).map(([what, chain]) => tryOne(what, chain));
  return [...tried, ...(await Promise.all(ended))];
}

async function tryOne(what: string, step: () => Promise<void>): Promise<Tried> {
  const fault = await step().then(
    () => undefined,
    (error: Error) => `${error.name}: ${error.message}`,
  );
  return { what, fault };
}

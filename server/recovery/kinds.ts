// SPDX-License-Identifier: Apache-2.0

import { cancelDeletionsAgain } from '../features/accounts/feature.ts';
import { declineAgain } from '../features/approvals/feature.ts';
import { turnOffAgain } from '../features/outgoing-webhooks/feature.ts';
import { pauseAgain, restoreLimits } from '../features/responsible-play/feature.ts';
import { markElsewhereAgain } from '../features/shop/feature.ts';
import type { Tx } from '../platform/db/database.ts';
import type { JournalEntries, JournalLine } from '../platform/journal/entries.ts';
import type { Journal } from '../platform/journal/journal.ts';
import type { Restored } from '../ports.ts';

export type Kind = keyof JournalEntries;
export type LineOf<K extends Kind> = Extract<JournalLine, { kind: K }>;

interface KindRow<K extends Kind> {
  /** The subject of a line: of several lines about the same subject, the latest counts. */
  about(line: LineOf<K>): string;
  /** When the change happened; by default when the line was written. */
  when?(line: LineOf<K>): string;
  /**
   * Repeats the line's change if a restored database lacks it; does nothing otherwise. A start runs it too, in a
   * transaction that it rolls back, to find out whether anything is lacking. Kinds without it are handled by
   * recovery/reconcile-journal.ts.
   * @returns the subjects that changed
   */
  again?(tx: Tx, lines: readonly LineOf<K>[], restored: Restored): Promise<string[]>;
  /** How many of those, in words for the operator. */
  says?: string;
}

const sinceChanged = ({ changedAt }: { changedAt: string }) => changedAt;
const ofPlayer = ({ playerId }: { playerId: string }) => playerId;

/** The recovery of each kind of line. Lines of one subject may be in any order: the time of the change counts. */
export const kinds: { readonly [K in Kind]: KindRow<K> } = {
  sold: { about: ({ orderId, codes }) => [orderId, ...codes.map(({ id }) => id)].join(' ') },
  shown: { about: ({ codeId, bought }) => `${codeId} ${bought?.purchaseId ?? ''}` },
  released: { about: ({ orderId, codeIds }) => [orderId, ...codeIds].join(' ') },
  payment: { about: ({ payment }) => payment.id },
  erasing: { about: ofPlayer },
  erased: { about: ofPlayer },
  authority: { about: ofPlayer, when: sinceChanged },
  role: { about: ({ roleId }) => roleId, when: sinceChanged },
  factors: { about: ofPlayer, when: sinceChanged },
  'sign-in-removed': { about: ({ playerId, provider }) => `${playerId} ${provider}`, when: sinceChanged },
  kept: {
    about: ofPlayer,
    when: ({ keptAt }) => keptAt,
    again: cancelDeletionsAgain,
    says: 'players kept their accounts: their deletion is cancelled again',
  },
  paused: {
    about: ofPlayer,
    when: ({ until }) => until,
    again: pauseAgain,
    says: 'players are paused again',
  },
  limit: {
    about: ({ playerId, spends, period }) => `${playerId} ${spends} ${period}`,
    when: sinceChanged,
    again: restoreLimits,
    says: 'players have tighter limits again',
  },
  webhook: {
    about: ({ endpointId }) => endpointId,
    when: sinceChanged,
    again: turnOffAgain,
    says: 'webhooks are off again',
  },
  declined: {
    about: ({ approvalId }) => approvalId,
    again: declineAgain,
    says: 'changes are declined again',
  },
  'sent-elsewhere': {
    about: ({ purchaseId }) => purchaseId,
    when: sinceChanged,
    again: markElsewhereAgain,
    says: 'cards are marked again as sent another way',
  },
};

/** The same for any kind. */
type Row = { about(line: JournalLine): string; when?(line: JournalLine): string } & {
  again?(tx: Tx, lines: readonly JournalLine[], restored: Restored): Promise<string[]>;
};
const rows = kinds as unknown as Readonly<Record<string, Row | undefined>>;

/** The contents of a journal, without repetitions: by kind, the latest line of each subject. */
export type Noted = { [K in Kind]: LineOf<K>[] } & {
  /** When the newest line was written. */
  until: Date | undefined;
  /** Lines of an early release, which name codes by ids alone: they cannot prove that a code is unsold. */
  unreadable: number;
};

/** Collects lines, which may come in any order; skips kinds that only a later release knows. */
export function collectLines() {
  const latest = new Map<string, { line: JournalLine; at: number }>();
  let until = 0;
  let unreadable = 0;
  return {
    add(line: JournalLine): void {
      until = Math.max(until, Date.parse(line.at));
      const row = Object.hasOwn(rows, line.kind) ? rows[line.kind] : undefined;
      if (!row) return;
      if ((line.kind === 'sold' && !line.codes) || (line.kind === 'shown' && line.print === undefined)) {
        unreadable++;
        return;
      }
      const key = `${line.kind} ${row.about(line)}`;
      const at = Date.parse(row.when?.(line) ?? line.at);
      const known = latest.get(key);
      if (!known || at > known.at) latest.set(key, { line, at });
    },
    end(): Noted {
      const lines = [...latest.values()].map(({ line }) => line);
      const byKind = Object.keys(kinds).map((kind) => [kind, lines.filter((line) => line.kind === kind)]);
      return { ...Object.fromEntries(byKind), until: until > 0 ? new Date(until) : undefined, unreadable };
    },
  };
}

export async function readNoted(
  journal: Journal,
  onRead?: (read: number, of: number) => void,
): Promise<Noted> {
  const collected = collectLines();
  for await (const line of journal.read({ onRead })) collected.add(line);
  return collected.end();
}

/** The repeated changes, by kind. */
export type CarriedOut = { [K in Kind]?: string[] };

/** Repeats the changes of each kind, in its transaction. */
export async function carryOutAgain(tx: Tx, noted: Noted, restored: Restored): Promise<CarriedOut> {
  const done: CarriedOut = {};
  for (const kind of Object.keys(kinds) as Kind[]) {
    const again = await rows[kind]?.again?.(tx, noted[kind], restored);
    if (again) done[kind] = again;
  }
  return done;
}

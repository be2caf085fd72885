// SPDX-License-Identifier: Apache-2.0

import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { newIdempotencyKey } from '../lib/api.ts';
import { plural } from '../lib/format.ts';
import { type Outcome, runEach } from './run-each.ts';
import { notify } from './toast.tsx';

/** Options of the single call for one of several rows: failures show at their row, not in toasts. */
export interface BulkCallOptions {
  idempotencyKey: string;
  quiet: true;
}

/** What was typed for one row: `text`, and what belongs beside it. */
export interface BulkEntry {
  text: string;
  beside: string;
}

/** An action on several rows of a list: the call for a single row, repeated for each (docs/rules.md, Several at once). */
export interface BulkAction<Row> {
  /** The button's label: "Take off sale". */
  label: string;
  /** The message's words about rows that succeeded: "taken off sale". */
  done: string;
  isDanger?: boolean;
  /** Why a row cannot take part, in words; undefined if it can. */
  obstacle?: (row: Row) => string | undefined;
  /** Asked before, if it cannot be undone. */
  question?: (rows: readonly Row[]) => { title: string; text: ReactNode };
  /** Input for each row, such as its code; a row without input is left out. `beside` may stay empty, such as its PIN. */
  entry?: { label: string; beside?: string; missing: string; isNeeded: (row: Row) => boolean };
  run: (row: Row, options: BulkCallOptions, typed: BulkEntry) => Promise<unknown>;
}

export const noEntry: BulkEntry = { text: '', beside: '' };

export interface BulkRun<Row> {
  action: BulkAction<Row>;
  rows: readonly Row[];
  step: 'asking' | 'running' | 'over';
  outcomes: ReadonlyMap<string, Outcome>;
}

/** Runs one action at a time: asks if it has to, works row by row, and can retry what failed. */
export function useBulkRun<Row>({
  getKey,
  what,
  onDone,
}: {
  getKey: (row: Row) => string;
  /** "gift card", "gift cards" */
  what: { one: string; many: string };
  /** Gets the rows that succeeded. */
  onDone: (ids: readonly string[]) => void;
}) {
  const queries = useQueryClient();
  const [run, setRun] = useState<BulkRun<Row>>();
  const stop = useRef(new AbortController());
  // Leaving the list stops the rows that have not begun.
  useEffect(() => () => stop.current.abort(), []);
  // A row keeps its key while the same action is retried: a call whose answer was lost does not take effect twice.
  const keys = useRef(new Map<string, string>());

  function begin(action: BulkAction<Row>, rows: readonly Row[]): void {
    keys.current.clear();
    const outcomes = new Map<string, Outcome>();
    for (const row of rows) {
      const why = action.obstacle?.(row);
      outcomes.set(getKey(row), why ? { state: 'left', why } : { state: 'waiting' });
    }
    const asked: BulkRun<Row> = { action, rows, step: 'asking', outcomes };
    if (action.question) setRun(asked);
    else void start(asked);
  }

  async function start(of: BulkRun<Row>, entries: ReadonlyMap<string, BulkEntry> = new Map()): Promise<void> {
    const { action, rows } = of;
    const outcomes = new Map(of.outcomes);
    const isOpen = (row: Row) => {
      const outcome = outcomes.get(getKey(row));
      return outcome?.state === 'waiting' || outcome?.state === 'failed';
    };
    const toEntry = (row: Row): BulkEntry => {
      const { text, beside } = entries.get(getKey(row)) ?? noEntry;
      return { text: text.trim(), beside: beside.trim() };
    };
    const toDo = rows.filter((row) => isOpen(row) && (toEntry(row).text || !action.entry?.isNeeded(row)));
    const show = (step: BulkRun<Row>['step']) => setRun({ action, rows, step, outcomes: new Map(outcomes) });
    for (const row of rows.filter((each) => isOpen(each) && !toDo.includes(each)))
      outcomes.set(getKey(row), { state: 'left', why: action.entry?.missing ?? '' });
    stop.current = new AbortController();
    show('running');
    const work = (row: Row) => {
      const typed = toEntry(row);
      const intent = JSON.stringify([getKey(row), typed.text, typed.beside]);
      const idempotencyKey = keys.current.get(intent) ?? newIdempotencyKey();
      keys.current.set(intent, idempotencyKey);
      return action.run(row, { idempotencyKey, quiet: true }, typed);
    };
    const tell = (row: Row, outcome: Outcome) => {
      outcomes.set(getKey(row), outcome);
      show('running');
    };
    await runEach(toDo, work, tell, stop.current.signal);
    // Once for all rows, and also if one failed: somebody else may have been faster.
    await queries.invalidateQueries();
    const isDone = (row: Row) => outcomes.get(getKey(row))?.state === 'done';
    onDone(rows.filter(isDone).map(getKey));
    if (rows.every(isDone)) {
      notify.done(`${plural(rows.length, what.one, what.many)} ${action.done}`);
      setRun(undefined);
    } else show('over');
  }

  return {
    run,
    begin,
    start,
    stop: () => stop.current.abort(),
    close: () => setRun(undefined),
  };
}

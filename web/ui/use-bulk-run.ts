// SPDX-License-Identifier: Apache-2.0

import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { newIdempotencyKey } from '../lib/api.ts';
import { plural } from '../lib/format.ts';
import { type Outcome, runEach } from './run-each.ts';
import { notify } from './toast.tsx';

/** How a single call is made for one of several: failures stand at their row and not in toasts. */
export interface BulkCallOptions {
  idempotencyKey: string;
  quiet: true;
}

/** What can be done with several rows of a list: the call of one row, made for each (docs/rules.md, Several at once). */
export interface BulkAction<Row> {
  /** On the button: "Take off sale". */
  label: string;
  /** What is said of rows with which it was done: "taken off sale". */
  done: string;
  isDanger?: boolean;
  /** Why it cannot be done with a row, in words; undefined where it can. */
  obstacle?: (row: Row) => string | undefined;
  /** Asked before, where there is no way back. */
  question?: (rows: readonly Row[]) => { title: string; text: ReactNode };
  /** What is entered for each row, such as its code; a row without it is left out. */
  entry?: { label: string; missing: string; isNeeded: (row: Row) => boolean };
  run: (row: Row, options: BulkCallOptions, entry: string) => Promise<unknown>;
}

export interface BulkRun<Row> {
  action: BulkAction<Row>;
  rows: readonly Row[];
  step: 'asking' | 'running' | 'over';
  outcomes: ReadonlyMap<string, Outcome>;
}

/** One run at a time: asked where it has to be, done row by row, and what failed again. */
export function useBulkRun<Row>({
  getKey,
  what,
  onDone,
}: {
  getKey: (row: Row) => string;
  /** "gift card", "gift cards" */
  what: { one: string; many: string };
  /** With whom it was done. */
  onDone: (ids: readonly string[]) => void;
}) {
  const queries = useQueryClient();
  const [run, setRun] = useState<BulkRun<Row>>();
  const stop = useRef(new AbortController());
  // Leaving the list stops what has not begun.
  useEffect(() => () => stop.current.abort(), []);
  // The key of a row stays the same while the same is tried again: a call whose answer was lost is not done twice.
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

  async function start(of: BulkRun<Row>, entries: ReadonlyMap<string, string> = new Map()): Promise<void> {
    const { action, rows } = of;
    const outcomes = new Map(of.outcomes);
    const isOpen = (row: Row) => {
      const outcome = outcomes.get(getKey(row));
      return outcome?.state === 'waiting' || outcome?.state === 'failed';
    };
    const toEntry = (row: Row) => entries.get(getKey(row))?.trim() ?? '';
    const toDo = rows.filter((row) => isOpen(row) && (toEntry(row) || !action.entry?.isNeeded(row)));
    const show = (step: BulkRun<Row>['step']) => setRun({ action, rows, step, outcomes: new Map(outcomes) });
    for (const row of rows.filter((each) => isOpen(each) && !toDo.includes(each)))
      outcomes.set(getKey(row), { state: 'left', why: action.entry?.missing ?? '' });
    stop.current = new AbortController();
    show('running');
    const work = (row: Row) => {
      const intent = `${getKey(row)} ${toEntry(row)}`;
      const idempotencyKey = keys.current.get(intent) ?? newIdempotencyKey();
      keys.current.set(intent, idempotencyKey);
      return action.run(row, { idempotencyKey, quiet: true }, toEntry(row));
    };
    const tell = (row: Row, outcome: Outcome) => {
      outcomes.set(getKey(row), outcome);
      show('running');
    };
    await runEach(toDo, work, tell, stop.current.signal);
    // Once for all of them, and also where one failed: somebody else may have been faster.
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

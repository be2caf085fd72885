// SPDX-License-Identifier: Apache-2.0

import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { getMessage, newIdempotencyKey } from '../lib/api.ts';
import { plural } from '../lib/format.ts';
import { type Outcome, runEach } from './run-each.ts';
import { notify } from './toast.tsx';

/** Options for each row's call: failures show at their row instead of in toasts. */
export interface BulkCallOptions {
  idempotencyKey: string;
  quiet: true;
}

/** The text typed for one row, and the text in the field beside it. */
export interface BulkEntry {
  text: string;
  beside: string;
}

/** An action on several rows of a list: the call for a single row, repeated (docs/rules/bulk-actions.md, 2). */
export interface BulkAction<Row> {
  /** The button's label: "Take off sale". */
  label: string;
  /** The label of a button for all rows of the page that can take part, shown while none is selected. */
  all?: (count: number) => string;
  /** The message's words for rows that succeeded: "taken off sale". */
  done: string;
  isDanger?: boolean;
  /** Why a row can't take part, in words; undefined if it can. */
  obstacle?: (row: Row) => string | undefined;
  /** The question to ask first, if the action can't be undone. */
  question?: (rows: readonly Row[]) => { title: string; text: ReactNode };
  /** Input per row, such as its code; rows without input are skipped. `beside` is optional, such as a PIN. */
  entry?: { label: string; beside?: string; missing: string; isNeeded: (row: Row) => boolean };
  run: (row: Row, options: BulkCallOptions, typed: BulkEntry) => Promise<unknown>;
  /** Undoes the action within eight seconds. Gets the row as it was before. */
  undo?: Undo<Row>;
}

type Undo<Row> = (row: Row, options: BulkCallOptions) => Promise<unknown>;

export const noEntry: BulkEntry = { text: '', beside: '' };

export interface BulkRun<Row> {
  action: BulkAction<Row>;
  rows: readonly Row[];
  step: 'asking' | 'running' | 'over';
  outcomes: ReadonlyMap<string, Outcome>;
}

/** Runs one action at a time: asks if needed, works row by row, and can retry failed rows. */
export function useBulkRun<Row>({
  getKey,
  what,
  onDone,
  onUndone,
}: {
  getKey: (row: Row) => string;
  /** "gift card", "gift cards" */
  what: { one: string; many: string };
  /** Gets the rows that succeeded, if the action can't be undone. */
  onDone: (ids: readonly string[]) => void;
  /** Gets the rows whose change was undone. */
  onUndone: (ids: readonly string[]) => void;
}) {
  const queries = useQueryClient();
  const [run, setRun] = useState<BulkRun<Row>>();
  const stop = useRef(new AbortController());
  // Leaving the list stops rows that haven't started.
  useEffect(() => () => stop.current.abort(), []);
  // A row keeps its key while the action is retried, so that a call whose answer was lost doesn't take effect twice.
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
    const isDone = (row: Row) => outcomes.get(getKey(row))?.state === 'done';
    const { undo } = action;
    const done = toDo.filter(isDone);
    // The time to undo is running.
    if (undo && done.length > 0) offerUndo(undo, done, sayDone(action, done));
    // Once for all rows, and also if one failed, because somebody else may have been faster.
    await queries.invalidateQueries();
    if (!undo) onDone(done.map(getKey));
    if (rows.every(isDone)) {
      if (!undo) notify.done(sayDone(action, rows));
      setRun(undefined);
    } else show('over');
  }

  const count = (rows: number) => plural(rows, what.one, what.many);
  const sayDone = ({ done }: BulkAction<Row>, rows: readonly Row[]) => `${count(rows.length)} ${done}`;

  function offerUndo(undo: Undo<Row>, rows: readonly Row[], words: string): void {
    notify.undoable(rows.map(getKey).join(), () => void takeBack(undo, rows), words);
  }

  async function takeBack(undo: Undo<Row>, rows: readonly Row[]): Promise<void> {
    const failures: unknown[] = [];
    const undone: string[] = [];
    const work = (row: Row) => undo(row, { idempotencyKey: newIdempotencyKey(), quiet: true });
    const tell = (row: Row, outcome: Outcome) => {
      if (outcome.state === 'done') undone.push(getKey(row));
      if (outcome.state === 'failed') failures.push(outcome.why);
    };
    await runEach(rows, work, tell, new AbortController().signal);
    await queries.invalidateQueries();
    // Lists render new rows in another task, and only rows on the page can be selected.
    await new Promise((shown) => setTimeout(shown));
    onUndone(undone);
    if (failures.length === 0) notify.done('Undone');
    else notify.fetchFailed(getMessage(failures[0]), `${count(failures.length)} not undone`);
  }

  return {
    run,
    begin,
    start,
    stop: () => stop.current.abort(),
    close: () => setRun(undefined),
  };
}

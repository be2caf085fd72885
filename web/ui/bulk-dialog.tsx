// SPDX-License-Identifier: Apache-2.0

import { type ClipboardEvent, useState } from 'react';
import { getMessage } from '../lib/api.ts';
import { cx } from '../lib/class-names.ts';
import { formatAmount, plural } from '../lib/format.ts';
import { pastedLines } from '../lib/pasted-lines.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { TextField } from './field.tsx';
import { ProgressBar } from './progress-bar.tsx';
import { Reference } from './reference.tsx';
import type { Outcome } from './run-each.ts';
import { useUnsavedGuard } from './unsaved-guard.tsx';
import { type BulkEntry, type BulkRun, noEntry } from './use-bulk-run.ts';

interface BulkDialogProps<Row> {
  run: BulkRun<Row>;
  /** "gift card", "gift cards" */
  what: { one: string; many: string };
  getKey: (row: Row) => string;
  getName: (row: Row) => string;
  onStart: (run: BulkRun<Row>, entries: ReadonlyMap<string, BulkEntry>) => void;
  onStop: () => void;
  onClose: () => void;
}

/** An action on several rows: the question, the progress, and what failed and why. */
export function BulkDialog<Row>({
  run,
  what,
  getKey,
  getName,
  onStart,
  onStop,
  onClose,
}: BulkDialogProps<Row>) {
  const { action, rows, step, outcomes } = run;
  const [entries, setEntries] = useState<ReadonlyMap<string, BulkEntry>>(new Map());
  const countInState = (state: Outcome['state']) =>
    [...outcomes.values()].filter((each) => each.state === state).length;
  const [done, failed] = [countInState('done'), countInState('failed')];
  const open = rows.filter((row) => outcomes.get(getKey(row))?.state === 'waiting');
  const question = step === 'asking' ? action.question?.(open) : undefined;
  const isUnsaved =
    step === 'asking' && [...entries.values()].some(({ text, beside }) => text.trim() || beside.trim());
  const isRunning = step === 'running';
  const guard = useUnsavedGuard(isUnsaved || isRunning, {
    close: onClose,
    ...(isRunning && { words: leavingRun }),
  });
  const isReady = open.some((row) => !action.entry?.isNeeded(row) || entries.get(getKey(row))?.text.trim());
  return (
    <>
      <Dialog
        open
        onClose={guard.ask}
        mayClose={!isRunning}
        title={question?.title ?? `${action.label}: ${plural(rows.length, what.one, what.many)}`}
        description={question?.text}
        footer={
          <Buttons
            {...{ action, step, failed, isReady, onStop }}
            onLeave={guard.ask}
            onStart={() => onStart(run, entries)}
          />
        }
      >
        <div className="grid gap-5">
          {step !== 'asking' && (
            <ProgressBar
              label="Progress"
              done={rows.length - open.length - countInState('running')}
              of={rows.length}
            />
          )}
          {step === 'over' && (
            <p role="status" className="font-medium">
              {formatAmount(done)} {action.done}
              {failed > 0 && `, ${formatAmount(failed)} failed`}
              {countInState('left') > 0 && `, ${formatAmount(countInState('left'))} unchanged`}.
            </p>
          )}
          {action.entry && (step === 'asking' || failed > 0) && (
            <Entries
              entry={action.entry}
              rows={rows.filter(
                (row) =>
                  action.entry?.isNeeded(row) &&
                  ['waiting', 'failed'].includes(outcomes.get(getKey(row))?.state ?? ''),
              )}
              isLocked={step === 'running'}
              {...{ getKey, getName, entries, setEntries }}
            />
          )}
          <Outcomes {...{ rows, outcomes, getKey, getName }} />
        </div>
      </Dialog>
      {guard.question}
    </>
  );
}

function Buttons<Row>({
  action,
  step,
  failed,
  isReady,
  onStop,
  onLeave,
  onStart,
}: Pick<BulkRun<Row>, 'action' | 'step'> & {
  failed: number;
  isReady: boolean;
  onStop: () => void;
  onLeave: () => void;
  onStart: () => void;
}) {
  return (
    <>
      {step === 'running' ? (
        <Button onClick={onStop}>Stop</Button>
      ) : (
        <Button onClick={onLeave}>{step === 'over' ? 'Close' : 'Cancel'}</Button>
      )}
      {/* Stays in place, so that the second press of a double click can't hit Stop. */}
      {(step !== 'over' || failed > 0) && (
        <Button
          kind={action.isDanger && step !== 'over' ? 'danger' : 'main'}
          disabled={step === 'asking' && !isReady}
          busy={step === 'running' && 'Working...'}
          onClick={onStart}
        >
          {step === 'over' ? `Try ${formatAmount(failed)} again` : action.label}
        </Button>
      )}
    </>
  );
}

const leavingRun = {
  title: 'Leave while this is running?',
  text: 'Started items finish; the rest don’t change.',
  keepLabel: 'Stay here',
  confirmLabel: 'Leave',
};

/** Rows that failed or were skipped, with the reason. */
function Outcomes<Row>({
  rows,
  outcomes,
  getKey,
  getName,
}: Pick<BulkDialogProps<Row>, 'getKey' | 'getName'> & Pick<BulkRun<Row>, 'rows' | 'outcomes'>) {
  const told = rows.flatMap((row) => {
    const outcome = outcomes.get(getKey(row));
    return outcome?.state === 'failed' || outcome?.state === 'left' ? [{ row, outcome }] : [];
  });
  if (told.length === 0) return null;
  return (
    <ul aria-label="Not done" className="grid gap-2.5 text-sm">
      {told.map(({ row, outcome }) => (
        <li key={getKey(row)} className="border-line-soft border-b pb-2.5 last:border-b-0">
          <span className="wrap-anywhere block font-medium">{getName(row)}</span>
          <span className={outcome.state === 'failed' ? 'text-loss' : 'text-muted'}>
            {outcome.state === 'failed' ? getMessage(outcome.why) : outcome.why}
          </span>
          {outcome.state === 'failed' && (
            <Reference error={outcome.why} onlyFaults className="justify-start" />
          )}
        </li>
      ))}
    </ul>
  );
}

/**
 * One or two fields per row. Lines pasted into a field also fill the fields below it, and a second column fills those
 * beside it. An empty line leaves its field unchanged.
 */
function Entries<Row>({
  entry,
  rows,
  isLocked,
  getKey,
  getName,
  entries,
  setEntries,
}: Pick<BulkDialogProps<Row>, 'getKey' | 'getName'> & {
  entry: { label: string; beside?: string };
  rows: readonly Row[];
  isLocked: boolean;
  entries: ReadonlyMap<string, BulkEntry>;
  setEntries: (entries: ReadonlyMap<string, BulkEntry>) => void;
}) {
  const [surplus, setSurplus] = useState(0);
  function paste(event: ClipboardEvent, place: number): void {
    setSurplus(0);
    const pasted = event.clipboardData.getData('text');
    const lines = pastedLines(pasted);
    const hasColumns = entry.beside !== undefined && pasted.trimEnd().includes('\t');
    if (lines.length < 2 && !hasColumns) return;
    event.preventDefault();
    const next = new Map(entries);
    for (const [offset, row] of rows.slice(place).entries()) {
      const line = lines[offset];
      if (!line) continue;
      const [text = '', beside] = hasColumns ? line.split('\t') : [line];
      next.set(getKey(row), { text, beside: beside ?? toEntry(row).beside });
    }
    setEntries(next);
    setSurplus(lines.slice(rows.length - place).filter(Boolean).length);
  }
  const toEntry = (row: Row) => entries.get(getKey(row)) ?? noEntry;
  const change = (row: Row, part: Partial<BulkEntry>) =>
    setEntries(new Map(entries).set(getKey(row), { ...toEntry(row), ...part }));
  if (rows.length === 0) return null;
  return (
    <div className="grid gap-4">
      {rows.length > 1 && (
        <p className="text-muted text-sm">
          Several lines pasted into one field fill the fields below it
          {entry.beside && ', a second column those beside them'}.
        </p>
      )}
      {surplus > 0 && (
        <p role="status" className="text-gold text-sm">
          We skipped {plural(surplus, 'pasted line')}: there are no more fields below.
        </p>
      )}
      {rows.map((row, place) => (
        <div key={getKey(row)} className={cx('grid gap-4', entry.beside && 'sm:grid-cols-[1fr_10rem]')}>
          <TextField
            label={`${entry.label}: ${getName(row)}`}
            autoComplete="off"
            spellCheck={false}
            maxLength={400}
            disabled={isLocked}
            value={toEntry(row).text}
            onChange={({ target }) => change(row, { text: target.value })}
            onPaste={(event) => paste(event, place)}
          />
          {entry.beside && (
            <TextField
              label={entry.beside}
              aria-label={`${entry.beside}: ${getName(row)}`}
              autoComplete="off"
              spellCheck={false}
              maxLength={50}
              disabled={isLocked}
              value={toEntry(row).beside}
              onChange={({ target }) => change(row, { beside: target.value })}
            />
          )}
        </div>
      ))}
    </div>
  );
}

// SPDX-License-Identifier: Apache-2.0

import { useState } from 'react';
import { findSigner } from '../../../../contract/seal-proof.ts';
import type { SealedStatement } from '../../../../contract/seals.ts';
import type { HistoryEntry } from '../../../../contract/wallet.ts';
import { formatAmount, formatAsOf, formatDateTime } from '../../../lib/format.ts';
import { saveAsFile } from '../../../lib/save-as-file.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Fact, Facts } from '../../../ui/facts.tsx';
import { Clock3 } from '../../../ui/icons/clock-3.ts';
import { Download } from '../../../ui/icons/download.ts';
import { ShieldAlert } from '../../../ui/icons/shield-alert.ts';
import { ShieldCheck } from '../../../ui/icons/shield-check.ts';
import type { SealedLine, Sealing } from './check-statement.ts';

/** Whether a line is sealed. Shows its number in the ledger, which opens the proof. */
export function SealMark({
  entry,
  line,
  isLedgerSound,
  playerId,
}: {
  entry: HistoryEntry;
  /** Null while the entry is new and not sealed yet; undefined until checked. */
  line: SealedLine | null | undefined;
  /** False if the ledger itself has faults; its entries then prove nothing. */
  isLedgerSound: boolean;
  playerId: string;
}) {
  const [isOpen, setOpen] = useState(false);
  if (line === undefined) return <span className="text-faint">…</span>;
  if (line === null) {
    return (
      <span className="inline-flex min-h-8 items-center gap-1.5 whitespace-nowrap text-muted">
        <Clock3 size={15} aria-hidden="true" />
        Not yet
      </span>
    );
  }
  const { sealing } = line;
  if (!line.isRight || !sealing) {
    return (
      <span className="inline-flex items-center gap-1.5 whitespace-nowrap font-semibold text-loss">
        <ShieldAlert size={16} aria-hidden="true" />
        {sealing ? 'Doesn’t verify' : 'No proof'}
      </span>
    );
  }
  const place = formatAmount(line.place);
  const where = `entry ${place} of ${formatAmount(sealing.head.size)}, sealed ${formatAsOf(sealing.head.sealedAt)}`;
  const Icon = isLedgerSound ? ShieldCheck : ShieldAlert;
  return (
    <>
      <button
        type="button"
        className="num inline-flex min-h-8 items-center gap-1.5 whitespace-nowrap text-soft underline-offset-4 hover:text-text hover:underline"
        aria-label={`Sealed as entry ${place}: show the proof`}
        onClick={() => setOpen(true)}
      >
        <Icon size={16} className={isLedgerSound ? 'text-win' : 'text-loss'} aria-hidden="true" />
        {place}
      </button>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={`Entry ${place}`}
        description={
          isLedgerSound
            ? `This is in the sealed ledger: ${where}. Your browser checked it.`
            : `This is in the published ledger (${where}), but that ledger doesn’t verify.`
        }
      >
        <ProofDetails entry={entry} sealing={sealing} place={line.place} playerId={playerId} />
      </Dialog>
    </>
  );
}

function ProofDetails({
  entry,
  sealing: { proof, head, log },
  place,
  playerId,
}: {
  entry: HistoryEntry;
  sealing: Sealing;
  place: number;
  playerId: string;
}) {
  function save(): void {
    const statement: SealedStatement = {
      playerId,
      lines: [entry],
      seals: [{ log, head, entries: [{ transferId: entry._id, proof }] }],
    };
    saveAsFile(JSON.stringify(statement, null, 2), `ledger-entry-${place}.json`, 'application/json');
  }
  return (
    <div className="grid gap-5">
      <Facts>
        <Fact label="What moved">{entry.description}</Fact>
        <Fact label="When">{formatDateTime(entry.date)}</Fact>
        <Fact label="Steps up to the root">{proof.hashes.length}</Fact>
        <Fact label="Signed by key">
          <code className="break-all font-mono text-xs">
            {findSigner(log, head.size)?.publicKey ?? head.keyId}
          </code>
        </Fact>
      </Facts>
      <div className="grid gap-1.5">
        <p className="text-muted text-sm">
          Root of all {formatAmount(head.size)} entries; anyone can look it up
        </p>
        <code className="break-all bg-ink p-3 font-mono text-xs">{head.root}</code>
      </div>
      <div className="grid gap-1.5">
        <p className="text-muted text-sm">The sealed entry</p>
        <code className="break-all bg-ink p-3 font-mono text-xs">{proof.text}</code>
      </div>
      <div className="grid gap-2">
        <Button icon={<Download size={18} aria-hidden="true" />} onClick={save}>
          Download the proof
        </Button>
        <p className="text-muted text-sm">
          In a copy of our source code{' '}
          <code className="font-mono text-xs">npx finalring verify statement FILE</code> checks it without
          this page.
        </p>
      </div>
    </div>
  );
}

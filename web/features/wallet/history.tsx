// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import type { HistoryEntry } from '../../../contract/wallet.ts';
import { cx } from '../../lib/class-names.ts';
import { profileQuery } from '../../lib/query.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { EmptyPanel } from '../../ui/panels.tsx';
import { SealMark } from './seals/seal-mark.tsx';
import { SealPanel } from './seals/seal-panel.tsx';
import { useStatementCheck } from './seals/use-statement-check.ts';
import { TransferTable } from './transfer-table.tsx';

/** Movements of the wallet, newest first. */
export function History({
  entries,
  isFiltered,
  isStale,
  hasOlder,
  isLoadingOlder,
  onOlder,
  onShowAll,
}: {
  entries: readonly HistoryEntry[];
  /** True if one type is selected. */
  isFiltered: boolean;
  /** True while the entries are those of the previous choice. */
  isStale: boolean;
  hasOlder: boolean;
  isLoadingOlder: boolean;
  onOlder: () => void;
  onShowAll: () => void;
}) {
  if (entries.length === 0) {
    return (
      <EmptyPanel
        title="No transactions found."
        text={
          isFiltered ? 'Nothing of this type yet.' : 'Your coins appear here when you earn or spend them.'
        }
        action={
          isFiltered ? (
            <Button onClick={onShowAll}>Show all types</Button>
          ) : (
            <ButtonLink kind="main" to="/home#challenges">
              View Challenges
            </ButtonLink>
          )
        }
      />
    );
  }
  return (
    <div
      className={cx('grid gap-5 transition-opacity duration-100', isStale && 'opacity-50')}
      aria-busy={isStale}
    >
      <SealedTable entries={entries} />
      {hasOlder && (
        <Button className="justify-self-center" onClick={onOlder} busy={isLoadingOlder && 'Loading...'}>
          Show older
        </Button>
      )}
    </div>
  );
}

/** The entries, with this browser's findings about their seals. */
function SealedTable({ entries }: { entries: readonly HistoryEntry[] }) {
  const check = useStatementCheck(entries);
  const playerId = useQuery(profileQuery).data?._id ?? '';
  const isLedgerSound =
    check.data?.faults.every((fault) => fault === 'entry' || fault === 'unproved') ?? false;
  return (
    <>
      <SealPanel check={check} />
      <TransferTable
        entries={entries}
        sealed={(entry) => (
          <SealMark
            entry={entry}
            line={check.data?.lines.get(entry._id)}
            isLedgerSound={isLedgerSound}
            playerId={playerId}
          />
        )}
      />
    </>
  );
}

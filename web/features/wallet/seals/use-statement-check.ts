// SPDX-License-Identifier: Apache-2.0

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { HistoryEntry } from '../../../../contract/wallet.ts';
import { keys, profileQuery } from '../../../lib/query.ts';
import { checkStatement, type StatementCheck } from './check-statement.ts';

const refetchIntervalMs = 30_000;

/** Sealing may be late, so missing proofs are requested again. */
const waitsForSeal = ({ faults, lines }: StatementCheck) =>
  faults.every((fault) => fault === 'unproved') && [...lines.values()].some((line) => !line?.sealing);

/** Checks the displayed lines. Repeats the check while a line has no proof. */
export function useStatementCheck(lines: readonly HistoryEntry[]) {
  const playerId = useQuery(profileQuery).data?._id;
  return useQuery({
    queryKey: [...keys.statement, 'seals', playerId, lines.map(({ _id }) => _id).join()],
    queryFn: ({ signal }) => checkStatement(lines, playerId ?? '', signal),
    enabled: playerId !== undefined && lines.length > 0,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data && waitsForSeal(state.data) ? refetchIntervalMs : false),
  });
}

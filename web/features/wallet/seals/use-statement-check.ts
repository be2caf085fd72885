// SPDX-License-Identifier: Apache-2.0

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { HistoryEntry } from '../../../../contract/wallet.ts';
import { keys, profileQuery } from '../../../lib/query.ts';
import { checkStatement, type StatementCheck } from './check-statement.ts';

const lookAgainMs = 30_000;

const waitsForSeal = ({ faults, lines }: StatementCheck) =>
  faults.length === 0 && [...lines.values()].includes(null);

/** The check of the shown lines. While one of them is not sealed it is repeated. */
export function useStatementCheck(lines: readonly HistoryEntry[]) {
  const playerId = useQuery(profileQuery).data?._id;
  return useQuery({
    queryKey: [...keys.statement, 'seals', playerId, lines.map(({ _id }) => _id).join()],
    queryFn: ({ signal }) => checkStatement(lines, playerId ?? '', signal),
    enabled: playerId !== undefined && lines.length > 0,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data && waitsForSeal(state.data) ? lookAgainMs : false),
  });
}

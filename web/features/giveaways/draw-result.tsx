// SPDX-License-Identifier: Apache-2.0

import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PublishedDraw } from '../../../contract/giveaways.ts';
import { formerPlayer } from '../../../contract/public-players.ts';
import { formatAmount } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Amount } from '../../ui/coins.tsx';
import { FailureText } from '../../ui/failure-text.tsx';
import { Trophy } from '../../ui/icons/trophy.ts';
import { PagePart } from '../../ui/page.tsx';
import { PlayerName } from '../../ui/player-name.tsx';
import { Badge } from '../../ui/status.tsx';
import { entrantsQuery } from './api.ts';
import { shortEntry } from './giveaway-words.ts';

const entriesAtOnce = 24;
/** Bytes per entry: an id and a line break. */
const bytesOfEntry = 37;

/** The winners and all entries in the draw. The player's own entry is marked. */
export function DrawResult({ record, myEntry }: { record: PublishedDraw; myEntry: string | null }) {
  const { winners, winnerPlayers: players, entrantCount, terms } = record;
  return (
    <>
      <PagePart title="Winners">
        {winners.length === 0 ? (
          <p className="text-muted">Nobody entered, so nobody won.</p>
        ) : (
          <ol className="grid gap-2 sm:grid-cols-2">
            {winners.map((entry, place) => (
              <li key={entry}>
                <Card
                  edge={entry === myEntry ? 'win' : 'line'}
                  className="cut-md"
                  inside="flex items-center gap-3 px-4 py-3"
                >
                  <Trophy size={18} className="shrink-0 text-storm-soft" aria-hidden="true" />
                  <PlayerName player={players[place] ?? formerPlayer} className="flex-1">
                    {entry === myEntry && <Badge tone="win">You</Badge>}
                    <span className="num basis-full text-muted text-sm" title={entry}>
                      <span className="sr-only">drawn as number {place + 1}: entry </span>
                      {shortEntry(entry)}
                    </span>
                  </PlayerName>
                  <Amount currency={terms.prizeType} amount={terms.prizeAmount} size={16} />
                </Card>
              </li>
            ))}
          </ol>
        )}
      </PagePart>
      {entrantCount > 0 && <Entries record={record} myEntry={myEntry} />}
    </>
  );
}

function Entries({ record, myEntry }: { record: PublishedDraw; myEntry: string | null }) {
  const { terms, winners, entrantCount } = record;
  const [shown, setShown] = useState(entriesAtOnce);
  const list = useQuery({ ...entrantsQuery(terms.giveawayId), enabled: false });
  const entrants = record.entrants ?? list.data;
  const shownNow = entrants ? Math.min(shown, entrantCount) : 0;
  return (
    <PagePart
      title="Entries"
      aside={
        <span className="text-muted text-sm">
          {formatAmount(shownNow)} of {formatAmount(entrantCount)}, in their order
        </span>
      }
    >
      {myEntry && (
        <p className="wrap-anywhere text-soft text-sm">
          Yours: <span className="font-mono text-text">{myEntry}</span>
          {entrants?.includes(myEntry) && ', and it’s in the list'}
        </p>
      )}
      {entrants ? (
        <List entrants={entrants.slice(0, shownNow)} winners={winners} myEntry={myEntry} />
      ) : (
        <LongList record={record} list={list} />
      )}
      {entrants && shown < entrantCount && (
        // Doubles with each press, so that a long list isn't rendered at once.
        <Button className="justify-self-start" size="sm" onClick={() => setShown(shown * 2)}>
          Show more entries
        </Button>
      )}
    </PagePart>
  );
}

/** A list too long to load with the page. */
function LongList({
  record: { entrantCount },
  list: { error, isFetching, refetch },
}: {
  record: PublishedDraw;
  list: Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'>;
}) {
  return (
    <>
      <p className="max-w-[62ch] text-muted text-sm">
        The whole list is a {Math.ceil((entrantCount * bytesOfEntry) / 1e6)} MB file. Checking the draw
        downloads it too.
      </p>
      {error && !isFetching && (
        <p role="alert" className="text-loss text-sm">
          <FailureText error={error} before="Failed to fetch the list: " />
        </p>
      )}
      <Button
        className="justify-self-start"
        size="sm"
        busy={isFetching && 'Fetching...'}
        onClick={() => void refetch()}
      >
        {error ? 'Try again' : 'Fetch the list'}
      </Button>
    </>
  );
}

function List({
  entrants,
  winners,
  myEntry,
}: {
  entrants: readonly string[];
  winners: readonly string[];
  myEntry: string | null;
}) {
  const won = new Set(winners);
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-x-4 text-sm">
      {entrants.map((entry) => (
        <li
          key={entry}
          title={entry}
          className="num flex min-h-8 items-center gap-2 border-line-soft border-b text-soft"
        >
          {shortEntry(entry)}
          {won.has(entry) && (
            <>
              <Trophy size={13} className="text-storm-soft" aria-hidden="true" />
              <span className="sr-only">won</span>
            </>
          )}
          {entry === myEntry && <Badge tone="storm">You</Badge>}
        </li>
      ))}
    </ul>
  );
}

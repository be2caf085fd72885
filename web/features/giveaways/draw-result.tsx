import { Trophy } from 'lucide-react';
import { useState } from 'react';
import type { DrawRecord } from '../../../contract/draw.ts';
import { formerPlayer, type PublicPlayer } from '../../../contract/public-players.ts';
import { formatAmount } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Amount } from '../../ui/coins.tsx';
import { PagePart } from '../../ui/page.tsx';
import { PlayerName } from '../../ui/player-name.tsx';
import { Badge } from '../../ui/status.tsx';
import { shortEntry } from './giveaway-words.ts';

const entriesAtOnce = 24;

/** Who won, and every entry that was drawn from; the player's own is marked. */
export function DrawResult({
  record,
  players,
  myEntry,
}: {
  record: DrawRecord;
  /** The winners, in their order. */
  players: readonly PublicPlayer[];
  myEntry: string | null;
}) {
  const { winners, entrants, terms } = record;
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
      {entrants.length > 0 && <Entries record={record} myEntry={myEntry} />}
    </>
  );
}

function Entries({ record: { entrants, winners }, myEntry }: { record: DrawRecord; myEntry: string | null }) {
  const [shown, setShown] = useState(entriesAtOnce);
  return (
    <PagePart
      title="Entries"
      aside={
        <span className="text-muted text-sm">
          {formatAmount(Math.min(shown, entrants.length))} of {formatAmount(entrants.length)}, in their order
        </span>
      }
    >
      {myEntry && (
        <p className="wrap-anywhere text-soft text-sm">
          Yours: <span className="font-mono text-text">{myEntry}</span>
        </p>
      )}
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-x-4 text-sm">
        {entrants.slice(0, shown).map((entry) => (
          <li
            key={entry}
            title={entry}
            className="num flex min-h-8 items-center gap-2 border-line-soft border-b text-soft"
          >
            {shortEntry(entry)}
            {winners.includes(entry) && (
              <>
                <Trophy size={13} className="text-storm-soft" aria-hidden="true" />
                <span className="sr-only">won</span>
              </>
            )}
            {entry === myEntry && <Badge tone="storm">You</Badge>}
          </li>
        ))}
      </ul>
      {shown < entrants.length && (
        // Each time as many again, so that a long list is not put on the page at once.
        <Button className="justify-self-start" size="sm" onClick={() => setShown(shown * 2)}>
          Show more entries
        </Button>
      )}
    </PagePart>
  );
}

// SPDX-License-Identifier: Apache-2.0

import { useState } from 'react';
import type { Challenge } from '../../../contract/challenges.ts';
import { theGame } from '../../../contract/games/games.ts';
import { reasonText } from '../../../contract/verdict-text.ts';
import { formatAmount, formatSigned, plural } from '../../lib/format.ts';
import { IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Choices } from '../../ui/choices.tsx';
import { Minus } from '../../ui/icons/minus.ts';
import { Plus } from '../../ui/icons/plus.ts';
import { RingMeter } from '../../ui/ring.tsx';
import { Badge, Status } from '../../ui/status.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import {
  chooseTrialTerms,
  decideTrial,
  maxTrialKills,
  type TrialTerms,
  toMatchOf,
  toTrialPlace,
} from './trial-match.ts';

const places: readonly { value: string; label: string }[] = [
  ...theGame.places.map(({ place }) => ({
    value: toTrialPlace(place),
    label: place === 1 ? 'Won' : `Top ${place}`,
  })),
  { value: 'lower', label: 'Lower' },
];

interface Row {
  reading: string;
  matches: string;
  placement: string;
  kills: string;
  at: string;
  isDifference?: boolean;
}

const figure = (getText: (row: Row) => string) => (row: Row) => (
  <span className={row.isDifference ? 'font-semibold text-storm-soft' : undefined}>{getText(row)}</span>
);
function getColumns(placement: string): readonly Column<Row>[] {
  return [
    {
      header: 'Reading',
      isTitle: true,
      cell: (row) => (row.isDifference ? row.reading : <span className="font-normal">{row.reading}</span>),
    },
    { header: 'Matches', isFigure: true, cell: figure((row) => row.matches) },
    { header: placement, isFigure: true, cell: figure((row) => row.placement) },
    { header: 'Kills', isFigure: true, cell: figure((row) => row.kills) },
    { header: 'At', isFigure: true, cell: figure((row) => row.at) },
  ];
}

/** Until the open challenges are known, or while there are none: the example names no coins then. */
const termsWithoutCoins: TrialTerms = {
  requiredPlacement: 10,
  requiredKills: 5,
  entryFeeGC: 0,
  rewardGC: 0,
};

/**
 * A receipt to try out, at the terms of an open challenge: change the match, and the same function that decides real
 * attempts decides it in the browser.
 */
export function VerdictTrial({ challenges }: { challenges: readonly Challenge[] | undefined }) {
  const open = chooseTrialTerms(challenges ?? []);
  const terms = open ?? termsWithoutCoins;
  const [changed, setChanged] = useState<{ place?: string; kills?: number }>({});
  const { place, kills } = { ...toMatchOf(terms), ...changed };
  const { before, after, status, reason, settlement } = decideTrial(place, kills, terms);
  const isWon = status === 'SUCCESS';
  const moved = (settlement?.rewardGC ?? 0) - terms.entryFeeGC;
  const outcome = isWon ? 'Won' : 'Lost';
  const { counter, label } =
    theGame.places.find((one) => one.place === terms.requiredPlacement) ?? theGame.places[0];
  const rows: readonly Row[] = [
    {
      reading: 'Before entry',
      matches: formatAmount(before.matches),
      placement: formatAmount(before[counter]),
      kills: formatAmount(before.kills),
      at: '18:04:11',
    },
    {
      reading: 'After the match',
      matches: formatAmount(after.matches),
      placement: formatAmount(after[counter]),
      kills: formatAmount(after.kills),
      at: '18:31:40',
    },
    {
      reading: 'Difference',
      matches: '+1',
      placement: formatSigned(after[counter] - before[counter]),
      kills: formatSigned(kills),
      at: '',
      isDifference: true,
    },
  ];
  return (
    <Card edge={isWon ? 'win' : 'loss'} inside="grid lg:grid-cols-[22rem_minmax(0,1fr)]">
      <div className="grid content-center justify-items-center gap-4 bg-[linear-gradient(180deg,var(--color-storm-dusk),var(--color-ink-1))] p-7 text-center">
        <RingMeter
          value={isWon ? 0.86 : 0.3}
          tone={isWon ? 'win' : 'loss'}
          size={164}
          label={`Example: ${open ? `${formatSigned(moved)} Gamer Coins` : outcome}`}
        >
          <span className="num text-[1.75rem] leading-8">{open ? formatSigned(moved) : outcome}</span>
          {open && (
            <span className="text-muted text-xs">
              {isWon
                ? `${formatAmount(terms.rewardGC)} won, ${formatAmount(terms.entryFeeGC)} fee`
                : 'entry fee'}
            </span>
          )}
        </RingMeter>
        <h3 className="text-[1.375rem]">{outcome}: here’s why</h3>
        <p className="max-w-[30ch] text-muted text-sm">
          Decided just now in your browser, by the same rules as every real match.
        </p>
      </div>
      <div className="grid content-center gap-5 p-5 sm:p-7">
        <div className="flex flex-wrap items-start gap-x-8 gap-y-4">
          <div className="grid gap-1.5">
            <span className="text-muted text-sm">Where the match ended</span>
            <Choices
              label="Where the match ended"
              choices={places}
              selected={place}
              onSelect={(to) => setChanged({ ...changed, place: to })}
            />
          </div>
          <KillsField kills={kills} onChange={(to) => setChanged({ ...changed, kills: to })} />
        </div>
        <Table
          caption="Example of a receipt"
          columns={getColumns(label)}
          rows={rows}
          rowKey={(row) => row.reading}
          staysTable
        />
        <div role="status" className="grid gap-2">
          <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
            <Status status={status} />
            <span className="text-muted text-sm">
              Needed: Top {terms.requiredPlacement} and {plural(terms.requiredKills, 'kill')}, in one{' '}
              {theGame.match.one}
            </span>
            <Badge className="sm:ml-auto">Example</Badge>
          </div>
          <p className="min-h-12 text-soft text-sm">
            {open &&
              reasonText(reason, {
                fee: open.entryFeeGC,
                reward: settlement?.rewardGC ?? 0,
                refund: settlement?.refundGC ?? 0,
                processingFee: settlement?.processingFeeGC ?? 0,
              })}
          </p>
        </div>
      </div>
    </Card>
  );
}

function KillsField({ kills, onChange }: { kills: number; onChange: (kills: number) => void }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would announce a form.
    <div role="group" aria-label="Kills" className="grid gap-1.5">
      <span className="text-muted text-sm">Kills</span>
      <span className="flex items-center gap-1">
        {/* Not `disabled`: at its limit the button that was just pressed would lose the focus. */}
        <IconButton
          label="One kill fewer"
          aria-disabled={kills === 0}
          onClick={() => kills > 0 && onChange(kills - 1)}
        >
          <Minus size={18} aria-hidden="true" />
        </IconButton>
        <span className="num w-9 text-center text-xl">{kills}</span>
        <IconButton
          label="One kill more"
          aria-disabled={kills === maxTrialKills}
          onClick={() => kills < maxTrialKills && onChange(kills + 1)}
        >
          <Plus size={18} aria-hidden="true" />
        </IconButton>
      </span>
    </div>
  );
}

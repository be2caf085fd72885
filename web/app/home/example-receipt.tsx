import { Card } from '../../ui/card.tsx';
import { RingMeter } from '../../ui/ring.tsx';
import { Badge, Status } from '../../ui/status.tsx';
import { type Column, Table } from '../../ui/table.tsx';

interface Row {
  reading: string;
  matches: string;
  top10: string;
  kills: string;
  at: string;
  isDifference?: boolean;
}

const rows: readonly Row[] = [
  { reading: 'Before entry', matches: '1,772', top10: '325', kills: '3,331', at: '18:04:11' },
  { reading: 'After the match', matches: '1,773', top10: '326', kills: '3,338', at: '18:31:40' },
  { reading: 'Difference', matches: '+1', top10: '+1', kills: '+7', at: '', isDifference: true },
];

const figure = (of: (row: Row) => string) => (row: Row) => (
  <span className={row.isDifference ? 'text-win' : undefined}>{of(row)}</span>
);
const columns: readonly Column<Row>[] = [
  {
    header: 'Reading',
    isTitle: true,
    cell: (row) => (row.isDifference ? row.reading : <span className="font-normal">{row.reading}</span>),
  },
  { header: 'Matches', isFigure: true, cell: figure((row) => row.matches) },
  { header: 'Top 10', isFigure: true, cell: figure((row) => row.top10) },
  { header: 'Kills', isFigure: true, cell: figure((row) => row.kills) },
  { header: 'At', isFigure: true, cell: figure((row) => row.at) },
];

/** How a receipt looks, with made-up figures that are marked as such. */
export function ExampleReceipt() {
  return (
    <Card inside="grid lg:grid-cols-[22rem_minmax(0,1fr)]">
      <div className="grid content-center justify-items-center gap-4 bg-[linear-gradient(180deg,var(--color-storm-dusk),var(--color-ink-1))] p-7 text-center">
        <RingMeter value={0.86} tone="win" size={164} label="Example: 120 Gamer Coins won">
          <span className="font-bold font-display text-[1.75rem] leading-8">+120</span>
          <span className="text-muted text-xs">Gamer Coins</span>
        </RingMeter>
        <h3 className="text-[1.375rem]">Won, and here is why</h3>
        <p className="max-w-[30ch] text-muted text-sm">
          Re-checked in your browser from the stored readings.
        </p>
      </div>
      <div className="grid content-center gap-5 p-5 sm:p-7">
        <Table
          caption="Example of a receipt"
          columns={columns}
          rows={rows}
          rowKey={(row) => row.reading}
          staysTable
        />
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
          <Status status="SUCCESS" />
          <span className="text-muted text-sm">Needed: Top 10 and 5 kills, in one Solo match</span>
          <Badge className="sm:ml-auto">Example</Badge>
        </div>
      </div>
    </Card>
  );
}

// SPDX-License-Identifier: Apache-2.0

import type { ReactNode } from 'react';
import type { CardsImportReport, ImportReport } from '../../../../contract/code-imports.ts';
import { readFileText } from '../../../../contract/file-text.ts';
import { formatAmount, plural, pluralForm } from '../../../lib/format.ts';
import { saveAsFile } from '../../../lib/save-as-file.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Fact, Facts } from '../../../ui/facts.tsx';
import { Download } from '../../../ui/icons/download.ts';
import { Notice } from '../../../ui/panels.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { pickLines } from './pick-lines.ts';

/** How many lines to list; of more, only the number is shown. */
const maxShown = 50;

interface ImportResultProps {
  report: ImportReport | CardsImportReport;
  /** Codes added, or to be added. */
  count: number;
  isDone: boolean;
  takesAll: boolean;
  onTakesAll: (takes: boolean) => void;
  /** The imported file. */
  file: File | undefined;
}

/** What an import added and skipped, or would add and skip. */
export function ImportResult(props: ImportResultProps) {
  const { report, count, isDone, takesAll, file } = props;
  const { duplicates, soldBefore, malformed, implausible } = report;
  const { cards = [], unknownCards = [] } = 'cards' in report ? report : {};
  const toMend = [...unknownCards, ...malformed, ...(takesAll ? [] : implausible)].map(({ line }) => line);
  return (
    <div role="status" className="grid gap-4">
      <Facts>
        <Fact label={isDone ? 'Added' : 'Would be added'}>{plural(count, 'code')}</Fact>
        <Fact label="Duplicates skipped">{formatAmount(duplicates.length)}</Fact>
        <Fact label="Malformed lines skipped">{formatAmount(malformed.length)}</Fact>
        {'cards' in report && (
          <Fact label="Lines of unknown cards skipped">{formatAmount(unknownCards.length)}</Fact>
        )}
      </Facts>
      <AboutFile {...report} />
      {cards.length > 0 && (
        <div className="max-h-72 overflow-y-auto">
          <Table
            caption="By card"
            columns={cardColumns(isDone, takesAll)}
            rows={cards}
            rowKey={({ _id }) => _id}
            staysTable
          />
        </div>
      )}
      <LeftOutLines
        title="Unknown cards"
        text="These lines were not imported. Fix them and import the file again: codes we already have are skipped."
        lines={unknownCards}
        mayBreak
      />
      <Unusual {...props} />
      <NamedLines title="Duplicates" text="Repeated in the file, or imported before." lines={duplicates} />
      <NamedLines
        title="Sold before"
        text="Someone bought or saw these codes before the database was restored, so they are worthless."
        lines={soldBefore}
      />
      <LeftOutLines
        title="Malformed"
        text="Fix these lines and import the file again: codes we already have are skipped."
        lines={malformed}
      />
      {isDone && toMend.length > 0 && file && (
        <Button
          size="sm"
          className="justify-self-start"
          icon={<Download size={16} aria-hidden="true" />}
          onClick={() => void saveLines(file, toMend, report.headingLine)}
        >
          Save {plural(toMend.length, 'line')} to fix
        </Button>
      )}
    </div>
  );
}

const useWords = {
  code: 'code',
  pin: 'PIN',
  card: 'card',
  cost: 'cost',
  expires: 'checked',
  unused: 'not used',
} satisfies Record<ImportReport['columns'][number]['use'], string>;

/** How the file was read: each column with its heading, and notes to read before importing. */
function AboutFile({ columns, notes }: ImportReport) {
  return (
    <>
      {columns.length > 0 && (
        <Facts>
          {columns.map(({ heading, use }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: Columns never move, and headings may repeat.
            <Fact key={place} label={`Column ${heading}`}>
              {useWords[use]}
            </Fact>
          ))}
        </Facts>
      )}
      {notes.length > 0 && (
        <Notice title="Check before you import">
          <ul className="grid gap-1">
            {notes.map((note) => (
              <li key={note} className="wrap-anywhere">
                {note}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  );
}

function Unusual({ report, isDone, takesAll, onTakesAll }: ImportResultProps) {
  const { implausible } = report;
  return (
    <LeftOutLines
      title="Unusual codes"
      text={`${pluralForm(implausible.length, 'This code is new, but looks', 'These codes are new, but look')} unlike others of ${'cards' in report ? 'their cards' : 'this card'}. ${describeUnusual(isDone, takesAll)}`}
      lines={implausible}
    >
      {!isDone && (
        <li>
          <Checkbox checked={takesAll} onChange={onTakesAll}>
            Import {plural(implausible.length, 'unusual code')} too
          </Checkbox>
        </li>
      )}
    </LeftOutLines>
  );
}

function NamedLines({ title, text, lines }: { title: string; text: string; lines: readonly number[] }) {
  if (lines.length === 0) return null;
  return (
    <LeftOut title={title} text={text}>
      <li>
        {pluralForm(lines.length, 'Line', 'Lines')} {lines.slice(0, maxShown).map(formatAmount).join(', ')}
      </li>
      <More count={lines.length} />
    </LeftOut>
  );
}

type CardCounts = CardsImportReport['cards'][number];

function cardColumns(isDone: boolean, takesAll: boolean): Column<CardCounts>[] {
  // A finished import reports what it added. The preview includes unusual codes, which are skipped unless wanted.
  const added = ({ added: all, implausible }: CardCounts) => all - (isDone || takesAll ? 0 : implausible);
  return [
    { header: 'Card', cell: ({ title }) => <span className="wrap-anywhere">{title}</span>, isTitle: true },
    { header: isDone ? 'Added' : 'To add', cell: (card) => formatAmount(added(card)), isFigure: true },
    { header: 'Duplicates', cell: ({ duplicates }) => formatAmount(duplicates), isFigure: true },
    { header: 'Unusual', cell: ({ implausible }) => formatAmount(implausible), isFigure: true },
  ];
}

async function saveLines(file: File, lines: readonly number[], headingLine: number | null): Promise<void> {
  // The text as the server read it. Saved as UTF-8, the lines can be imported again, whatever the original encoding.
  const text = readFileText(new Uint8Array(await file.arrayBuffer()))?.text ?? (await file.text());
  saveAsFile(pickLines(text, lines, headingLine), 'codes-to-fix.csv', 'text/csv');
}

function describeUnusual(isDone: boolean, takesAll: boolean): string {
  if (isDone) return takesAll ? 'They were imported.' : 'They were skipped.';
  return 'Check these lines. They are skipped unless you import them too.';
}

/** Skipped lines with reasons; nothing if there are none. */
function LeftOutLines({
  title,
  text,
  lines,
  mayBreak = false,
  children,
}: {
  title: string;
  text: string;
  lines: ImportReport['malformed'];
  /** True if the reason quotes the file, which may contain a very long word. */
  mayBreak?: boolean;
  children?: ReactNode;
}) {
  if (lines.length === 0) return null;
  return (
    <LeftOut title={title} text={text}>
      {lines.slice(0, maxShown).map(({ line, why }) => (
        <li key={line} className={mayBreak ? 'wrap-anywhere' : undefined}>
          Line {formatAmount(line)}: {why}
        </li>
      ))}
      <More count={lines.length} />
      {children}
    </LeftOut>
  );
}

function LeftOut({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section className="grid gap-1.5 text-sm">
      <h3 className="text-base">{title}</h3>
      <p className="text-muted">{text}</p>
      <ul className="num grid gap-1">{children}</ul>
    </section>
  );
}

function More({ count }: { count: number }) {
  return count > maxShown && <li className="text-muted">and {formatAmount(count - maxShown)} more</li>;
}

import type { ReactNode } from 'react';
import type { ImportReport } from '../../../../contract/shop-admin.ts';
import { formatAmount, plural } from '../../../lib/format.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Fact, Facts } from '../../../ui/facts.tsx';

/** Lines that are named; of more, only their number. */
const shownAtMost = 50;

/** What an import added and left out, or would. */
export function ImportResult({
  report,
  count,
  isDone,
  takesAll,
  onTakesAll,
}: {
  report: ImportReport;
  /** Codes that were added, or would be. */
  count: number;
  isDone: boolean;
  takesAll: boolean;
  onTakesAll: (takes: boolean) => void;
}) {
  const { duplicates, malformed, implausible } = report;
  return (
    <div role="status" className="grid gap-4">
      <Facts>
        <Fact label={isDone ? 'Added' : 'Would be added'}>{plural(count, 'code')}</Fact>
        <Fact label="Duplicates left out">{formatAmount(duplicates.length)}</Fact>
        <Fact label="Malformed lines left out">{formatAmount(malformed.length)}</Fact>
      </Facts>
      {implausible.length > 0 && (
        <LeftOut
          title="Unusual codes"
          text={`New, but they look unlike ${implausible.length === 1 ? 'a code' : 'codes'} of this card. ${saidOfUnusual(isDone, takesAll)}`}
        >
          {implausible.slice(0, shownAtMost).map(({ line, why }) => (
            <li key={line}>
              Line {formatAmount(line)}: {why}
            </li>
          ))}
          <More count={implausible.length} />
          {!isDone && (
            <li>
              <Checkbox checked={takesAll} onChange={onTakesAll}>
                Import {implausible.length === 1 ? 'it' : `these ${formatAmount(implausible.length)}`} too
              </Checkbox>
            </li>
          )}
        </LeftOut>
      )}
      {duplicates.length > 0 && (
        <LeftOut title="Duplicates" text="In an earlier line of the file, or known already.">
          <li>
            {duplicates.length === 1 ? 'Line' : 'Lines'}{' '}
            {duplicates.slice(0, shownAtMost).map(formatAmount).join(', ')}
          </li>
          <More count={duplicates.length} />
        </LeftOut>
      )}
      {malformed.length > 0 && (
        <LeftOut
          title="Malformed"
          text="Mend these lines and import the file again: what is known is left out."
        >
          {malformed.slice(0, shownAtMost).map(({ line, why }) => (
            <li key={line}>
              Line {formatAmount(line)}: {why}
            </li>
          ))}
          <More count={malformed.length} />
        </LeftOut>
      )}
    </div>
  );
}

function saidOfUnusual(isDone: boolean, takesAll: boolean): string {
  if (isDone) return takesAll ? 'They were imported too.' : 'They were left out.';
  return 'Look at these lines of the file; they are left out unless you import them too.';
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
  return count > shownAtMost && <li className="text-muted">and {formatAmount(count - shownAtMost)} more</li>;
}

// SPDX-License-Identifier: Apache-2.0

import { useRef, useState } from 'react';
import {
  type CardsImportReport,
  type ImportReport,
  maxCodeCostCents,
} from '../../../../contract/code-imports.ts';
import type { AdminGiftCard } from '../../../../contract/shop-admin.ts';
import { newIdempotencyKey } from '../../../lib/api.ts';
import { toCents } from '../../../lib/dollars.ts';
import { plural } from '../../../lib/format.ts';
import { saveAsFile } from '../../../lib/save-as-file.ts';
import { useAction } from '../../../lib/use-action.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FailureText } from '../../../ui/failure-text.tsx';
import { TextField } from '../../../ui/field.tsx';
import { FileField } from '../../../ui/file-field.tsx';
import { Download } from '../../../ui/icons/download.ts';
import { Notice } from '../../../ui/panels.tsx';
import { RingLoader } from '../../../ui/ring.tsx';
import { notify } from '../../../ui/toast.tsx';
import { checkCodes, useCardChanges } from './cards-api.ts';
import { ImportResult } from './import-result.tsx';

const maxBytes = 2_000_000;

/** Texts that differ between a file for one card and one for several. */
const words = {
  one: {
    title: 'Import codes',
    hint: 'One code per line, or columns named code, pin, cost and expires. A CSV file of at most 20,000 lines and 2 MB.',
    sample: 'code,pin\nABCD-EFGH-IJKL,0042\nMNOP-QRST-UVWX,0917\n',
  },
  several: {
    title: 'Import codes of several cards',
    hint: 'One card and one code per line; name the card by title or id. Name the columns card, code and cost in any order, or put the card first. At most 20,000 lines and 2 MB, in UTF-8.',
    sample: 'card,code,cost\nSteam Wallet 20,ABCD-EFGH-IJKL,17.50\nXbox Gift Card 15,MNOP-QRST-UVWX,13.20\n',
  },
};

type Step = 'choose' | 'checking' | 'checked' | 'importing' | 'done';

/**
 * Imports a CSV file of codes into the stock, after a preview.
 * @param card of all codes in the file; undefined if each line names its card
 */
export function ImportCodes({ card, onClose }: { card?: AdminGiftCard; onClose: () => void }) {
  const { title, hint, sample } = card ? words.one : words.several;
  const { step, file, report, failure, count, takesAll, setTakesAll, cost, check, run } = useImport(card);
  const isBusy = step === 'checking' || step === 'importing';
  const isChecked = step === 'checked' || step === 'importing';
  return (
    <Dialog
      open
      onClose={onClose}
      mayClose={step !== 'importing'}
      title={title}
      description={`${card ? `Into the stock of ${card.title}` : 'Into the stock of every card in the file, all or none'}. You see a preview before anything is added.`}
      wide={!card}
      footer={
        <>
          <Button onClick={onClose} disabled={step === 'importing'}>
            {step === 'done' ? 'Close' : 'Cancel'}
          </Button>
          {step !== 'done' && (
            <Button
              kind="main"
              busy={step === 'importing' && 'Importing...'}
              disabled={!isChecked || count === 0 || !cost.isSound}
              onClick={run}
            >
              {isChecked && count > 0 ? `Import ${plural(count, 'code')}` : 'Import'}
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-5">
        {step !== 'done' && (
          <FileField
            label="CSV file"
            types={['.csv', '.txt', 'text/csv']}
            wrongType={() => 'Please select a CSV file'}
            maxBytes={maxBytes}
            file={file}
            disabled={isBusy}
            hint={hint}
            onChange={check}
          />
        )}
        {step !== 'done' && (
          <TextField
            label="What each code cost you"
            hint={`In US dollars, for the margin in the overview.${card ? '' : ' A cost column in the file wins.'} Leave empty if unknown.`}
            inputMode="decimal"
            autoComplete="off"
            placeholder="17.50"
            maxLength={10}
            value={cost.text}
            disabled={step === 'importing'}
            error={cost.isSound ? undefined : 'Enter dollars with at most two decimals'}
            onChange={({ target }) => cost.set(target.value)}
          />
        )}
        {step === 'choose' && !failure && <Sample text={sample} />}
        {isBusy && <Progress step={step} count={count} />}
        {report && !isBusy && (
          <ImportResult
            report={report}
            count={count}
            isDone={step === 'done'}
            takesAll={takesAll}
            onTakesAll={setTakesAll}
            file={file}
          />
        )}
        {failure && (
          <Notice title="No code was added">
            <FailureText error={failure} />
          </Notice>
        )}
      </div>
    </Dialog>
  );
}

/** The steps of an import. Each file has one idempotency key, so that a retry adds nothing twice. */
function useImport(card: AdminGiftCard | undefined) {
  const { importCodes } = useCardChanges();
  const [file, setFile] = useState<File>();
  /** Whether to import unusual codes too. */
  const [takesAll, setTakesAll] = useState(false);
  const [costText, setCostText] = useState('');
  const typedCents = toCents(costText) ?? Number.POSITIVE_INFINITY;
  const costCents = typedCents <= maxCodeCostCents ? typedCents : undefined;
  const key = useRef('');
  const checking = useAction((chosen: File) => checkCodes(card?._id, chosen));
  const importing = useAction(async (chosen: File): Promise<ImportReport | CardsImportReport> => {
    const implausible = takesAll ? 'take' : 'leave';
    const result = await importCodes(card?._id, chosen, {
      idempotencyKey: key.current,
      implausible,
      costCents,
    });
    notify.done(`${plural(result.added, 'code')} added`);
    return result;
  });
  const step = getStep(checking, importing);
  const report = importing.data ?? checking.data;
  const left = takesAll || step === 'done' ? 0 : (report?.implausible.length ?? 0);

  function check(chosen: File | undefined): void {
    setFile(chosen);
    setTakesAll(false);
    key.current = newIdempotencyKey();
    importing.reset();
    if (chosen) void checking.run(chosen);
    else checking.reset();
  }
  /** Another choice is another call with its own key. */
  function choose(takes: boolean): void {
    key.current = newIdempotencyKey();
    setTakesAll(takes);
  }
  function chooseCost(text: string): void {
    key.current = newIdempotencyKey();
    setCostText(text);
  }
  return {
    step,
    file,
    report,
    failure: importing.error ?? checking.error,
    count: (report?.added ?? 0) - left,
    takesAll,
    setTakesAll: choose,
    cost: { text: costText, isSound: !costText.trim() || costCents !== undefined, set: chooseCost },
    check,
    run: () => file && step === 'checked' && void importing.run(file),
  };
}

type Status = { status: 'idle' | 'pending' | 'error' | 'success' };

function getStep(checking: Status, importing: Status): Step {
  if (importing.status === 'success') return 'done';
  if (importing.status === 'pending') return 'importing';
  if (checking.status === 'pending') return 'checking';
  return checking.status === 'success' ? 'checked' : 'choose';
}

function Progress({ step, count }: { step: Step; count: number }) {
  const text = step === 'checking' ? 'Checking the file...' : `Adding ${plural(count, 'code')}...`;
  return (
    <div role="progressbar" aria-label={text} className="flex items-center gap-3 text-sm text-soft">
      <RingLoader size={24} />
      {text}
    </div>
  );
}

function Sample({ text }: { text: string }) {
  return (
    <div className="grid gap-3 text-sm">
      <pre className="num overflow-x-auto border border-line-soft bg-ink px-4 py-3">{text.trimEnd()}</pre>
      <Button
        size="sm"
        className="justify-self-start"
        icon={<Download size={16} aria-hidden="true" />}
        onClick={() => saveAsFile(text, 'codes-sample.csv', 'text/csv')}
      >
        Download a sample
      </Button>
    </div>
  );
}

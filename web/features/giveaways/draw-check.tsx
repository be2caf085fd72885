// SPDX-License-Identifier: Apache-2.0

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type DrawCheck, type DrawRecord, verifyDraw } from '../../../contract/draw.ts';
import type { PublishedDraw } from '../../../contract/giveaways.ts';
import { saveAsFile } from '../../lib/save-as-file.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { copyText } from '../../ui/copy.ts';
import { FailureText } from '../../ui/failure-text.tsx';
import { CircleCheck } from '../../ui/icons/circle-check.ts';
import { CircleX } from '../../ui/icons/circle-x.ts';
import { Copy } from '../../ui/icons/copy.ts';
import { Download } from '../../ui/icons/download.ts';
import { ShieldCheck } from '../../ui/icons/shield-check.ts';
import { PagePart } from '../../ui/page.tsx';
import { Notice } from '../../ui/panels.tsx';
import { drawAddress, entrantsQuery } from './api.ts';

const meanings: Record<DrawCheck['what'], string> = {
  algorithm: 'The draw uses rules that this browser knows',
  commitment: 'Seed and terms match the commitment made before anyone entered',
  entrants: 'The list of entries is the one drawn from, in its order',
  winners: 'The seed and the list give these winners',
};

async function check(record: DrawRecord): Promise<DrawCheck[]> {
  // Browsers offer crypto only on secure pages.
  if (!crypto.subtle) throw new Error('This browser can check it only on an https page.');
  return verifyDraw(record);
}

/** The record with its list, fetched separately if it is long. */
function useWholeRecord({ winnerPlayers: _, entrantCount: __, ...published }: PublishedDraw) {
  const queryClient = useQueryClient();
  return async (): Promise<DrawRecord> => ({
    ...published,
    entrants:
      published.entrants ?? (await queryClient.ensureQueryData(entrantsQuery(published.terms.giveawayId))),
  });
}

/** Repeats the draw in this browser and shows the results of all checks. */
export function DrawCheckPanel({ record }: { record: PublishedDraw }) {
  const readWhole = useWholeRecord(record);
  const checking = useMutation({ mutationFn: async () => check(await readWhole()) });
  const saving = useMutation({
    mutationFn: async () =>
      saveAsFile(JSON.stringify(await readWhole(), null, 2), fileName(record), 'application/json'),
  });
  const command = `npx finalring verify draw ${drawAddress(record.terms.giveawayId)}`;
  return (
    <PagePart title="Check this draw">
      <Card inside="grid gap-5 p-5 sm:p-6">
        <p className="max-w-[62ch] text-muted">
          Your browser repeats the whole draw from the published data and compares.
        </p>
        <div className="flex flex-wrap gap-3">
          <Button
            kind="main"
            icon={<ShieldCheck size={18} aria-hidden="true" />}
            busy={checking.isPending && 'Checking...'}
            onClick={() => checking.mutate()}
          >
            Check this draw
          </Button>
          <Button
            icon={<Download size={18} aria-hidden="true" />}
            busy={saving.isPending && 'Fetching...'}
            onClick={() => saving.mutate()}
          >
            Download the record
          </Button>
        </div>
        <div role="status">{checking.data && <Checks checks={checking.data} />}</div>
        {checking.error && (
          <Notice title="The check didn’t run">
            <FailureText error={checking.error} after=" Use the command below instead." />
          </Notice>
        )}
        {saving.error && (
          <Notice title="The record didn’t download">
            <FailureText error={saving.error} />
          </Notice>
        )}
        <div className="grid gap-2 border-line-soft border-t pt-4">
          <p className="text-muted text-sm">
            Without this page: in a copy of our source code, run this command with the address or the
            downloaded file.
          </p>
          <div className="flex items-center gap-2 bg-ink pl-3">
            <code className="min-w-0 flex-1 py-2.5 font-mono text-sm wrap-anywhere">{command}</code>
            <IconButton
              label="Copy the command"
              onClick={() => void copyText(command, 'Command copied!', 'Failed to copy')}
            >
              <Copy size={18} aria-hidden="true" />
            </IconButton>
          </div>
        </div>
      </Card>
    </PagePart>
  );
}

function Checks({ checks }: { checks: readonly DrawCheck[] }) {
  const isRight = checks.every((one) => one.isRight);
  return (
    <div className="grid gap-4">
      <p className={isRight ? 'font-semibold text-lg text-win' : 'font-semibold text-lg text-loss'}>
        {isRight ? 'Everything matches' : 'Something doesn’t match'}
      </p>
      <ul className="grid gap-3">
        {checks.map(({ what, isRight: fits, found }) => (
          <li key={what} className="grid grid-cols-[1.25rem_1fr] gap-x-3 text-sm">
            {fits ? (
              <CircleCheck size={20} className="text-win" aria-hidden="true" />
            ) : (
              <CircleX size={20} className="text-loss" aria-hidden="true" />
            )}
            <div className="min-w-0">
              <p>
                <span className={fits ? 'font-semibold text-win' : 'font-semibold text-loss'}>
                  {fits ? 'Right' : 'Wrong'}:
                </span>{' '}
                {meanings[what]}
              </p>
              <p className="max-h-24 overflow-y-auto break-all font-mono text-muted text-xs">
                <span className="font-sans">Worked out: </span>
                {found || 'nobody'}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** "draw-friday-drop.json" */
function fileName({ terms }: PublishedDraw): string {
  const name = terms.title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return `draw-${name || terms.giveawayId}.json`;
}

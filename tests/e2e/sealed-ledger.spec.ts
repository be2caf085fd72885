// SPDX-License-Identifier: Apache-2.0

import { readFileSync } from 'node:fs';
import { sealedStatement } from '../../contract/seals.ts';
import { expectSound } from '../support/e2e/accessible.ts';
import { expectBalance, signIn } from '../support/e2e/play.ts';
import { publishRestoreNote, sealNow, tamper } from '../support/e2e/seals.ts';
import { expect, test } from '../support/e2e/test.ts';

test('entries are proved to be sealed, and a changed entry or rewritten ledger raises an alarm', {
  tag: '@long',
}, async ({ page, app }) => {
  const { email } = await signIn(page);
  await expectBalance(page, 500);
  await sealNow(app);
  await page.goto('/transactions?tab=history');
  const panel = page.getByRole('status').filter({ hasText: 'Sealed ledger, checked by this browser' });
  await expect(panel).toContainText(/The entry below is in it[.] It has [\d,]+ entr/);
  await expect(panel).toContainText('Your browser remembers this state');
  await page.getByRole('button', { name: /^Sealed as entry/ }).click();
  const dialog = page.getByRole('dialog', { name: /^Entry / });
  await expect(dialog).toContainText(
    /This is in the sealed ledger: entry [\d,]+ of [\d,]+, sealed \d\d:\d\d/,
  );
  await expectSound(page);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download the proof' }).click(),
  ]);
  const saved = sealedStatement.parse(JSON.parse(readFileSync(await file.path(), 'utf8')));
  expect(saved.seals[0]?.entries[0]?.proof?.text).toContain('"amount":"500"');
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(panel).toContainText('It contains everything this browser saw before');

  // Someone edits a transfer behind the application's back.
  const own = `credit_player_id = (select id from players where email = '${email}')`;
  await tamper(app, `update transfers set amount = 900 where ${own}`);
  await page.reload();
  const alarm = page.getByRole('alert').filter({ hasText: 'The sealed ledger doesn’t verify' });
  await expect(alarm).toContainText('An entry below differs from the sealed ledger.');
  await expect(page.getByRole('cell', { name: 'Doesn’t verify' })).toBeVisible();
  await expectSound(page);

  await tamper(app, `update transfers set amount = 500 where ${own}`);

  // Or seals everything again, so that it is consistent. But this browser has seen a different ledger.
  await page.evaluate(() => {
    const seen = JSON.parse(localStorage.getItem('sealedLog') ?? '{}');
    localStorage.setItem('sealedLog', JSON.stringify({ ...seen, root: 'ab'.repeat(32) }));
  });
  await page.reload();
  await expect(alarm).toContainText('the ledger was rewritten');
  await expect(page.getByRole('button', { name: /^Sealed as entry/ })).toBeVisible();

  // Or restores a backup and says so. It lacks entries that this browser has seen.
  await expect(alarm.getByRole('blockquote')).toHaveCount(0);
  await page.evaluate(() => {
    const seen = JSON.parse(localStorage.getItem('sealedLog') ?? '{}');
    localStorage.setItem('sealedLog', JSON.stringify({ ...seen, size: seen.size + 100 }));
  });
  await publishRestoreNote(app, 'On 23 November a disk failed; the last two minutes were lost');
  await page.reload();
  await expect(alarm).toContainText('It has fewer entries than this browser saw before');
  await expect(alarm.getByRole('blockquote')).toHaveText(
    '“On 23 November a disk failed; the last two minutes were lost”',
  );
  await expect(alarm).toContainText(
    /Signed by the operator .*: the ledger was restored to its first [\d,]+ entr/,
  );
  await expectSound(page);
  await alarm.getByRole('button', { name: 'Forget it and trust this ledger' }).click();
  await expect(panel).toContainText('Your browser remembers this state');
});

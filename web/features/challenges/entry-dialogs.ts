// SPDX-License-Identifier: Apache-2.0

import { lazyDialog } from '../../ui/lazy-dialog.tsx';

// None of them is visible before a press, and together they are as large as the rest of the home page.

export const EntryFlow = lazyDialog(async () => (await import('./entry-flow.tsx')).EntryFlow);
export const PracticeEntry = lazyDialog(async () => (await import('./practice-entry.tsx')).PracticeEntry);
export const GetReadyDialog = lazyDialog(async () => (await import('./get-ready-dialog.tsx')).GetReadyDialog);

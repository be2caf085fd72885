// SPDX-License-Identifier: Apache-2.0

import { Badge } from '../../ui/status.tsx';

/** Stands wherever an attempt is shown that was practice: nothing of it counts. */
export function PracticeMark({ attempt: { isPractice } }: { attempt: { isPractice: boolean } }) {
  return isPractice && <Badge tone="storm">PRACTICE</Badge>;
}

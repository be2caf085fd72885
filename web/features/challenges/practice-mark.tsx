// SPDX-License-Identifier: Apache-2.0

import { Badge } from '../../ui/status.tsx';

/** Shown wherever a practice attempt appears: none of it counts. */
export function PracticeMark({ attempt: { isPractice } }: { attempt: { isPractice: boolean } }) {
  return isPractice && <Badge tone="storm">PRACTICE</Badge>;
}

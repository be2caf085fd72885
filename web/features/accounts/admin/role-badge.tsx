// SPDX-License-Identifier: Apache-2.0

import { ShieldCheck } from '../../../ui/icons/shield-check.ts';
import { Badge } from '../../../ui/status.tsx';

/** A role's name. Highlights roles with more rights than players. */
export function RoleBadge({ role }: { role: string }) {
  if (role === 'USER') return <Badge>{role}</Badge>;
  return (
    <Badge tone={role === 'SUPER_ADMIN' ? 'gold' : 'storm'}>
      <ShieldCheck size={13} strokeWidth={2.6} aria-hidden="true" />
      {role}
    </Badge>
  );
}

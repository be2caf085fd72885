// SPDX-License-Identifier: Apache-2.0

import { Link } from 'react-router';
import { formatDateTime } from '../../lib/format.ts';
import { useMaintenance } from '../../lib/maintenance.ts';
import { Wrench } from '../../ui/icons/wrench.ts';

/** On every page while an operator works on the installation; the status page says why. */
export function MaintenanceBar() {
  const until = useMaintenance();
  return (
    <div role="status" className="border-gold bg-gold-panel not-empty:border-b">
      {until && (
        <p className="wrap flex items-center justify-center gap-3 py-2 text-sm text-text">
          <Wrench size={18} className="shrink-0 text-gold" aria-hidden="true" />
          <span>
            Maintenance, planned until {formatDateTime(until)}. Players can’t start, buy or pay until it’s
            done.{' '}
            <Link to="/status" className="font-semibold underline underline-offset-4">
              Why?
            </Link>
          </span>
        </p>
      )}
    </div>
  );
}

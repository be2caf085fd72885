// SPDX-License-Identifier: Apache-2.0

import { AuditLog } from '../../../features/audit-log/audit-log.tsx';

export default AuditLog;

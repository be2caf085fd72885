import type { Session } from '../../../../contract/own-account.ts';
import { sessionLastsMs } from '../rules.ts';
import type { ListedSession } from './session-store.ts';

/** A session as its player sees it. It is prolonged by its use, once a day, so its end tells when that was. */
export function viewSession({ id, device, createdAt, expiresAt }: ListedSession): Omit<Session, 'isCurrent'> {
  return {
    _id: id,
    device,
    createdAt: createdAt.toISOString(),
    lastUsedAt: new Date(expiresAt.getTime() - sessionLastsMs).toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
}

// SPDX-License-Identifier: Apache-2.0

import type { Friends } from '../../../contract/friends.ts';
import { formatDate } from '../../lib/format.ts';
import { useAction } from '../../lib/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy.ts';
import { FailureText } from '../../ui/failure-text.tsx';
import { TextField } from '../../ui/field.tsx';
import { Copy } from '../../ui/icons/copy.ts';
import { Link2 } from '../../ui/icons/link-2.ts';
import { Notice } from '../../ui/panels.tsx';
import { friendLink, useFriendChanges } from './api.ts';

/** The player's friend link: created, copied and revoked. */
export function FriendLink({ link }: { link: Friends['link'] }) {
  const { makeLink, dropLink } = useFriendChanges();
  const { run, isPending, error } = useAction((work: () => Promise<unknown>) => work());
  return (
    <div className="grid gap-3">
      {link ? (
        <>
          <TextField
            label="Friend link"
            readOnly
            value={friendLink(link.code)}
            className="[&_input]:text-ellipsis max-sm:[&_input]:text-sm"
            onFocus={(event) => event.currentTarget.select()}
            hint={`Anyone with the link can become your friend. It works until ${formatDate(link.expiresAt)}.`}
            trailing={
              <Button
                className="max-sm:px-4"
                icon={<Copy size={18} aria-hidden="true" />}
                onClick={() => void copyText(friendLink(link.code), 'Friend link copied!', 'Failed to copy')}
              >
                <span className="max-sm:sr-only">Copy</span>
              </Button>
            }
          />
          <Button size="sm" className="justify-self-start" disabled={isPending} onClick={() => run(dropLink)}>
            Withdraw link
          </Button>
        </>
      ) : (
        <Button
          className="justify-self-start"
          icon={<Link2 size={18} aria-hidden="true" />}
          busy={isPending && 'One moment...'}
          onClick={() => run(makeLink)}
        >
          Create friend link
        </Button>
      )}
      {error && (
        <Notice>
          <FailureText error={error} />
        </Notice>
      )}
    </div>
  );
}

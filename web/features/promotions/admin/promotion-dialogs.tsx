// SPDX-License-Identifier: Apache-2.0

import type { AdminPromotion } from '../../../../contract/promotions-admin.ts';
import { Button } from '../../../ui/button.tsx';
import { Pencil } from '../../../ui/icons/pencil.ts';
import { Send } from '../../../ui/icons/send.ts';
import { type Asked, RowDialogs } from '../../../ui/row-dialogs.tsx';
import { notify } from '../../../ui/toast.tsx';
import type { usePromotionChanges } from './api.ts';
import type { PromotionActions } from './promotion-card.tsx';
import { PromotionDetails } from './promotion-details.tsx';
import { PromotionFormDialog } from './promotion-form.tsx';
import { isUnder } from './promotion-words.ts';
import { SendRewards } from './send-rewards.tsx';

/** The current action and its promotion. */
export type AskedOfPromotions = Asked<AdminPromotion, 'send'>;

/** The promotions' dialogs: details of the open one, and the current action. */
export function PromotionDialogs({
  asked,
  ask,
  open,
  onCloseOpen,
  actions,
  changes,
  maySend,
}: {
  asked: AskedOfPromotions | undefined;
  ask: (asked: AskedOfPromotions | undefined) => void;
  open: AdminPromotion | undefined;
  onCloseOpen: () => void;
  actions: PromotionActions;
  changes: ReturnType<typeof usePromotionChanges>;
  maySend: boolean;
}) {
  const close = () => ask(undefined);
  if (!asked) {
    return (
      open && (
        <PromotionDetails
          event={open}
          actions={<DetailActions event={open} actions={actions} />}
          onClose={onCloseOpen}
        />
      )
    );
  }
  if (asked.what === 'send') {
    const { row } = asked;
    return (
      <SendRewards
        event={row}
        send={
          maySend
            ? async (key) => {
                const { isFinished } = await changes.send(row._id, key);
                notify.done(isFinished ? 'Rewards sent successfully' : 'Rewards are being sent');
              }
            : undefined
        }
        onClose={close}
      />
    );
  }
  return (
    <RowDialogs
      asked={asked}
      onClose={close}
      form={PromotionFormDialog}
      changes={changes}
      done={{ created: 'Event created', updated: 'Event updated', deleted: 'Event deleted successfully' }}
      deletion={(promotion) => ({ title: 'Delete this event?', text: <Deletion event={promotion} /> })}
    />
  );
}

function Deletion({ event: { title, rewardsCollected } }: { event: AdminPromotion }) {
  return (
    <>
      {title} leaves every list and stops giving rewards. Paid rewards stay paid.
      {rewardsCollected > 0 && ' Collected rewards are never sent.'}
    </>
  );
}

function DetailActions({ event: promotion, actions }: { event: AdminPromotion; actions: PromotionActions }) {
  const { onEdit, onSend, sendLabel } = actions;
  if (promotion.isSending) return null;
  return (
    <>
      {onEdit && !promotion.isCompleted && (
        <Button icon={<Pencil size={18} aria-hidden="true" />} onClick={() => onEdit(promotion)}>
          Edit
        </Button>
      )}
      {isUnder('send', promotion) && (
        <Button icon={<Send size={18} aria-hidden="true" />} onClick={() => onSend(promotion)}>
          {sendLabel}
        </Button>
      )}
    </>
  );
}

import type { AdminGiftCard } from '../../../../contract/shop-admin.ts';
import { plural } from '../../../lib/format.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { notify } from '../../../ui/toast.tsx';
import { useCardChanges } from './cards-api.ts';
import { CodeReveal } from './code-reveal.tsx';
import type { CardDeed } from './gift-card-columns.tsx';
import { GiftCardForm } from './gift-card-form.tsx';
import { ImportCodes } from './import-codes.tsx';

/** What is done with one gift card. */
export function GiftCardDialog({
  what,
  card,
  onClose,
}: {
  what: CardDeed;
  card: AdminGiftCard;
  onClose: () => void;
}) {
  const changes = useCardChanges();
  switch (what) {
    case 'edit':
      return (
        <GiftCardForm
          edited={card}
          save={async ({ image: _name, ...values }, picture) => {
            await changes.update(card._id, values, picture);
            notify.done('Updated successfully');
          }}
          onClose={onClose}
        />
      );
    case 'import':
      return <ImportCodes card={card} onClose={onClose} />;
    case 'reveal':
      return <CodeReveal card={card} onClose={onClose} />;
    case 'delete':
      return (
        <ConfirmDialog
          title="Delete this gift card?"
          text={`${card.title} leaves the shop and every list${
            card.stock > 0 ? `, with ${plural(card.stock, 'code')} that nobody bought` : ''
          }. What players bought of it stays with them.`}
          confirmLabel="Delete"
          busyLabel="Deleting..."
          onConfirm={async () => {
            await changes.remove(card._id);
            notify.done('Deleted successfully');
            onClose();
          }}
          onClose={onClose}
        />
      );
  }
}

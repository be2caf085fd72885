import { GiveawayScreen } from '../../features/giveaways/giveaway-screen.tsx';
import { pageTitle } from '../brand.ts';
import type { PageHandle } from '../shell/shell.tsx';

export const meta = () => [{ title: pageTitle('Giveaway') }];

/** Visitors may open it (web/app/shell/shell.tsx). */
export const handle: PageHandle = { isOpen: true };

export default GiveawayScreen;

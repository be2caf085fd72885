import { GiveawayScreen } from '../../features/giveaways/giveaway-screen.tsx';
import { pageTitle } from '../brand.ts';

export const meta = () => [{ title: pageTitle('Giveaway') }];

export default GiveawayScreen;

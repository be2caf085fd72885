import { FairPlayTab } from '../../../features/fair-play/fair-play-tab.tsx';

export default FairPlayTab;

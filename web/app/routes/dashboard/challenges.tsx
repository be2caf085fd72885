import { ChallengesTab } from '../../../features/challenges/admin/challenges-tab.tsx';

export default ChallengesTab;

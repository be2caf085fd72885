import { HeldReferrals } from '../../../features/referrals/admin/held-referrals.tsx';

export default HeldReferrals;

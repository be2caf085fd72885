import { Approvals } from '../../../features/approvals/approvals.tsx';

export default Approvals;

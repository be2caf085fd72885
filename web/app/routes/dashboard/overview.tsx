import { OverviewPage } from '../../../features/overview/overview-page.tsx';

export default OverviewPage;

import { PackageList } from '../../../features/coins/admin/package-list.tsx';

export default PackageList;

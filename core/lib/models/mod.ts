export { type CheckedModel, checkModel, type LoadModel } from "./check-model.ts";
export { addOutput, listInputs } from "./onnx-file.ts";
export { checkPackage, type PinnedPackage } from "./pinned-package.ts";

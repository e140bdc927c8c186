import { listMissingFields } from "./extension-schemas.ts";
import type { Finders } from "./rule.ts";
import { getPropertyTypes, hasType, readProperties } from "./xmp-properties.ts";

/** Rules of ISO 19005-2 and -3 for XMP metadata. */
export const metadataFinders: Finders = {
  *"metadata-schemas"({ xmp }) {
    const described = readDescribedSchemas(xmp);
    for (const namespace of readUsedNamespaces(xmp))
      if (!knownSchemas.has(namespace) && !described.has(namespace)) yield { detail: namespace };
  },
  *"metadata-types"({ xmp }) {
    const described = readDescribedSchemas(xmp);
    for (const property of readProperties(xmp)) {
      const { namespace, name } = property;
      const types = getPropertyTypes(namespace);
      const type = types?.get(name);
      const isSound = type === undefined ? !types : hasType(property, type);
      if (!isSound && !described.has(namespace)) yield { detail: name };
    }
  },
  *"extension-schemas"({ xmp }) {
    for (const field of listMissingFields(xmp)) yield { detail: field };
  },
};

const pdfa = "http://www.aiim.org/pdfa/ns/";
const xap = "http://ns.adobe.com/xap/1.0/";

/** The schemas and structures that PDF/A predefines. */
const knownSchemas = new Set([
  "adobe:ns:meta/",
  "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
  "http://www.w3.org/XML/1998/namespace",
  "http://purl.org/dc/elements/1.1/",
  ...["", "rights/", "mm/", "bj/", "t/pg/", "g/", "g/img/"].map((end) => xap + end),
  ...["sType/ResourceRef#", "sType/ResourceEvent#", "sType/Version#", "sType/Job#"].map(
    (end) => xap + end,
  ),
  ...["sType/Dimensions#", "sType/Font#", "sType/ManifestItem#"].map((end) => xap + end),
  "http://ns.adobe.com/xmp/1.0/DynamicMedia/",
  "http://ns.adobe.com/xmp/Identifier/qual/1.0/",
  "http://ns.adobe.com/pdf/1.3/",
  "http://ns.adobe.com/photoshop/1.0/",
  "http://ns.adobe.com/camera-raw-settings/1.0/",
  "http://ns.adobe.com/tiff/1.0/",
  "http://ns.adobe.com/exif/1.0/",
  "http://ns.adobe.com/exif/1.0/aux/",
  ...["id/", "extension/", "schema#", "property#", "type#", "field#"].map((end) => pdfa + end),
]);

/** Returns the namespaces of the schemas that an extension schema describes. */
export function readDescribedSchemas(xmp: string): Set<string> {
  const described = new Set<string>();
  const value = /:namespaceURI(?:\s{0,9}>|\s{0,9}=\s{0,9}["'])\s{0,99}([^<"'\s]{1,300})/g;
  for (const [, namespace = ""] of xmp.matchAll(value)) described.add(namespace);
  return described;
}

/** Returns the namespaces of the elements and attributes of a packet. */
export function readUsedNamespaces(xmp: string): Set<string> {
  const used = new Set<string>();
  for (const [, prefix = "", , namespace = ""] of xmp.matchAll(
    /xmlns:([\w.-]{1,60})\s{0,9}=\s{0,9}(["'])([^"'<>]{0,300})\2/g,
  )) {
    const isUsed = [`<${prefix}:`, ` ${prefix}:`, `\n${prefix}:`, `\t${prefix}:`].some((start) =>
      xmp.includes(start),
    );
    if (isUsed) used.add(namespace);
  }
  return used;
}

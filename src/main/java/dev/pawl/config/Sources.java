package dev.pawl.config;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What was found under {@code sources}.
 *
 * @param usable those without a mistake, by name
 * @param trees all, with their presets laid under, by name
 * @param names all, wrong ones too
 * @param retired those that take nothing in any longer
 * @param complete whether the operations of every source are known
 */
record Sources(
        Map<String, Source> usable,
        Map<String, JsonNode> trees,
        List<Known.Mapping> mappings,
        Set<String> names,
        Set<String> retired,
        boolean complete) {}

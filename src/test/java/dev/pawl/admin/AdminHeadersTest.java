package dev.pawl.admin;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class AdminHeadersTest {

    static Stream<Arguments> endpoints() {
        return Stream.of(StatusResource.class, SourceResource.class, OperationResource.class, DeliveryResource.class)
                .flatMap(resource -> Arrays.stream(resource.getDeclaredMethods())
                        .filter(method ->
                                method.isAnnotationPresent(GET.class) || method.isAnnotationPresent(POST.class))
                        .map(method -> Arguments.of(path(resource, method), method)));
    }

    private static String path(Class<?> resource, Method method) {
        String path = resource.getAnnotation(Path.class).value();
        return method.isAnnotationPresent(Path.class)
                ? path + "/" + method.getAnnotation(Path.class).value()
                : path;
    }

    @ParameterizedTest
    @MethodSource("endpoints")
    void everyPathSaysWhatIsAllowed(String path, Method method) {
        String expected = method.isAnnotationPresent(GET.class) ? "GET" : "POST";

        assertThat(AdminHeaders.allowed(path))
                .hasValueSatisfying(allowed -> assertThat(allowed.split(", ")).contains(expected));
    }

    @ParameterizedTest
    @MethodSource("endpoints")
    void everyEndpointAsksForARole(String path, Method method) {
        Stream<AnnotatedElement> places = Stream.of(method, method.getDeclaringClass());

        assertThat(places).anyMatch(place -> place.isAnnotationPresent(RolesAllowed.class));
    }
}
